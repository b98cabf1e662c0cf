/* After its OK to a move it waits for OK before it moves itself, and reads nothing else until then. The same holds for
   OK to its own move. The order is that of the table, SP is answered by OK, and Black moves first. */
#include "board.h"
#include "device.h"

const struct quirks quirks = {
    .first = BLACK,
    .waits = WAITS_AFTER_MOVE | WAITS_AFTER_OK | WAITS_DEAF,
    .max_seconds = 9,
    .silent_end = 1,
};
