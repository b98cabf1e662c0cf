/* Needs AT and SP only: SP starts the game, and RST, ST and NG are not known. Lines must end with CR LF. SP names the
   device's own colour and is answered by OK. Black moves first. */
#include "board.h"
#include "device.h"

const struct quirks quirks = {
    .first = BLACK,
    .start = START_AT_SP,
    .lacks_rst = 1,
    .lacks_ng = 1,
    .sp_names_device = 1,
    .silent_end = 1,
    /* CR is skipped within a line, and LF ends it: a line with CR alone never ends. */
    .line_end = '\n',
    .ends = "\r\n",
};
