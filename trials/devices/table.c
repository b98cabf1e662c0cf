/* Follows the message table: AT, RST, ST, SP (answered by an empty line), NG starts the game, White moves first.
   It claims IL and IT; an accepted claim costs the PC its turn, after a rejected one it gives up. */
#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static uint8_t seconds = 2;
/* What the device waits for, apart from commands. */
static enum { NOTHING, MOVE_OK, CLAIM_REPLY } waits_for;

static void next_turn(void) {
  if (game_is_over()) {
    game_announce();
  } else if (turn != pc) {
    game_move();
    waits_for = MOVE_OK;
  }
}

static void claim(const char *word) {
  say(word);
  waits_for = CLAIM_REPLY;
}

static void pc_move(int8_t square) {
  if (!is_running || turn != pc || waits_for == MOVE_OK) {
    say("ER");
  } else if (!game_is_legal(square)) {
    claim("IL");
  } else {
    game_play(square);
    say("OK");
    next_turn();
  }
}

static void ok(void) {
  uint8_t waited_for = waits_for;
  waits_for = NOTHING;
  turn_since = hal_ms();
  if (waited_for == MOVE_OK && game_is_over()) {
    game_announce();
  } else if (waited_for == CLAIM_REPLY) {
    game_play(-1);
    say("OK");
    next_turn();
  }
}

static void execute(void) {
  int8_t square = line_square("MV");
  if (line_is("AT")) {
    say("OK");
  } else if (line_is("RST")) {
    board_clear();
    is_running = 0;
    waits_for = NOTHING;
    hal_led(0);
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? BLACK : WHITE;
    say("");
  } else if (line_is("NG")) {
    say("OK");
    board_start();
    game_begin(WHITE);
    waits_for = NOTHING;
    next_turn();
  } else if (line_is("EG")) {
    say("OK");
    if (is_running) game_announce();
  } else if (line[0] == 'S' && line[1] == 'T' && line[2] == ' ' && line[3] >= '1' && line[3] <= '9' && !line[4]) {
    seconds = (uint8_t)(line[3] - '0');
    say("OK");
  } else if (square >= 0) {
    pc_move(square);
  } else if (line_is("PS")) {
    pc_move(-1);
  } else if (line_is("WN")) {
    is_running = 0;
    say("OK");
  } else if (line_is("OK")) {
    ok();
  } else if (line_is("PL")) {
    is_running = 0;
    waits_for = NOTHING;
    say("QT");
  } else if (!line_is("")) {
    say("ER");
  }
}

void device_main(void) {
  for (;;) {
    if (line_read('\r')) execute();
    if (is_running && turn == pc && waits_for != CLAIM_REPLY && hal_ms() - turn_since > 1000UL * seconds) claim("IT");
    hal_idle();
  }
}
