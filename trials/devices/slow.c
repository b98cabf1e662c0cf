/* 2400 baud at 1 MHz, where a board takes most of a second. Prompts end without a line end, and input during a print is
   lost. The order is that of the table, SP is answered by a board and OK, and Black moves first. It claims IT, and wins
   the game if the PC accepts. */
#include "board.h"
#include "device.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static void print(enum moment moment) {
  if (moment != AFTER_OWN_MOVE && (moment != AFTER_START || turn != pc)) return;
  print_board(0);
  for (const char *text = "Your move: "; *text; text++) hal_write((uint8_t)*text);
  hal_flush();
  turn_since = hal_ms();
}

static void reply_to_sp(void) {
  print_board(0);
  say("OK");
}

const struct quirks quirks = {
    .first = BLACK,
    .claims = CLAIM_COSTS_GAME,
    .max_seconds = 9,
    /* Ends the prompt. */
    .move_ok = "\rOK",
    .reply_to_sp = reply_to_sp,
    .print = print,
};
