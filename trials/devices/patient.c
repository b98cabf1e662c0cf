/* After its OK to a move it waits for OK before it moves itself, and reads nothing else until then. The same holds for
   OK to its own move. The order is that of the table, SP is answered by OK, and Black moves first. */
#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

/* What the device does when OK has come. */
static enum { NOTHING, OWN_TURN, PC_TURN } after_ok;

static void own_turn(void) {
  game_move();
  after_ok = PC_TURN;
}

static void pc_move(int8_t square) {
  if (!is_running || turn != pc) {
    say("ER");
  } else if (!game_is_legal(square)) {
    say("IL");
  } else {
    game_play(square);
    say("OK");
    after_ok = OWN_TURN;
  }
}

static void ok(void) {
  uint8_t is_own_turn = after_ok == OWN_TURN;
  after_ok = NOTHING;
  if (is_running && game_is_over())
    game_announce();
  else if (is_running && is_own_turn)
    own_turn();
}

static void execute(void) {
  int8_t square = line_square("MV");
  if (line_is("OK")) {
    ok();
  } else if (line_is("AT")) {
    say("OK");
  } else if (line_is("RST")) {
    board_clear();
    is_running = 0;
    after_ok = NOTHING;
    say("OK");
  } else if (after_ok != NOTHING) {
    /* Ignored. */
  } else if (line[0] == 'S' && line[1] == 'T') {
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? BLACK : WHITE;
    say("OK");
  } else if (line_is("NG")) {
    say("OK");
    board_start();
    game_begin(BLACK);
    if (turn != pc) own_turn();
  } else if (line_is("EG") || line_is("WN")) {
    is_running = 0;
    say("OK");
  } else if (square >= 0) {
    pc_move(square);
  } else if (line_is("PS")) {
    pc_move(-1);
  } else if (line_is("PL")) {
    is_running = 0;
    say("QT");
  } else if (!line_is("")) {
    say("ER");
  }
}

void device_main(void) {
  for (;;) {
    if (line_read('\r')) execute();
    hal_idle();
  }
}
