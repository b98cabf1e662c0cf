/* Needs AT and SP only: SP starts the game, and RST, ST and NG are not known. Lines must end with CR LF. SP names the
   device's own colour and is answered by OK. Black moves first. */
#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static void execute(void) {
  int8_t square = line_square("MV");
  if (line_is("AT")) {
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? WHITE : BLACK;
    say("OK");
    board_start();
    game_begin(BLACK);
    if (turn != pc) game_own_turn();
  } else if (square >= 0) {
    game_reply(square);
  } else if (line_is("PS")) {
    game_reply(-1);
  } else if (line_is("WN") || line_is("EG")) {
    is_running = 0;
    say("OK");
  } else if (line_is("PL")) {
    is_running = 0;
    say("QT");
  } else if (!line_is("OK") && !line_is("")) {
    say("ER");
  }
}

void device_main(void) {
  ends = "\r\n";
  for (;;) {
    /* CR is skipped within a line, and LF ends it: a line with CR alone never ends. */
    if (line_read('\n')) execute();
    hal_idle();
  }
}
