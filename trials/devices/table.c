/* Follows the message table: AT, RST, ST, SP (answered by an empty line), NG starts the game, White moves first.
   It claims IL and IT; an accepted claim costs the PC its turn, after a rejected one it gives up. */
#include "board.h"
#include "device.h"
#include "talk.h"

static void reply_to_sp(void) { say(""); }

const struct quirks quirks = {
    .first = WHITE,
    .claims = CLAIM_COSTS_TURN,
    .waits = WAITS_AFTER_MOVE,
    .max_seconds = 9,
    .reply_to_sp = reply_to_sp,
};
