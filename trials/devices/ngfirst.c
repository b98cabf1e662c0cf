/* NG sets up the board and SP starts the game on the board as it is: without NG on a cleared one, where the device
   passes at once. SP is not answered. ST is not known. Black moves first; sent lines end with CR LF. */
#include "board.h"
#include "device.h"

static void no_reply(void) {}

const struct quirks quirks = {
    .first = BLACK,
    .start = START_AT_SP_ON_BOARD_OF_NG,
    .ends = "\r\n",
    .reply_to_sp = no_reply,
};
