/* RST starts the game, with the colours of the last SP; SP is answered by a board only. NG and ST are not known. Black
   moves first. Every received line is sent back. */
#include "board.h"
#include "device.h"
#include "talk.h"

static void reply_to_sp(void) { print_board(0); }

static void echo(void) { say(line); }

const struct quirks quirks = {
    .first = BLACK,
    .start = START_AT_RST,
    .lacks_ng = 1,
    .received = echo,
    .reply_to_sp = reply_to_sp,
};
