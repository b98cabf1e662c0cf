/* Prints a board after every OK, and loses what arrives meanwhile. SP is answered by OK, NG starts the game, Black
   moves first. An empty line is ER, as is everything else it does not know; ST is not known. */
#include "board.h"
#include "device.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static void print(enum moment moment) {
  if (moment == AFTER_AT)
    say("Othello, lab 4, team 7");
  else
    print_board(moment == AFTER_START || moment == AFTER_OWN_MOVE ? turn : 0);
  if (moment == AFTER_OWN_MOVE) say("Type your move");
  hal_flush();
}

const struct quirks quirks = {
    .first = BLACK,
    .refuses_blank = 1,
    .print = print,
};
