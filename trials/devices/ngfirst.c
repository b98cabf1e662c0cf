/* NG sets up the board and SP starts the game on the board as it is: without NG on a cleared one, where the device
   passes at once. SP is not answered. Black moves first; sent lines end with CR LF. */
#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static void execute(void) {
  int8_t square = line_square("MV");
  if (line_is("AT")) {
    say("OK");
  } else if (line_is("RST")) {
    board_clear();
    is_running = 0;
    say("OK");
  } else if (line_is("NG")) {
    board_start();
    is_running = 0;
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? BLACK : WHITE;
    game_begin(BLACK);
    if (turn != pc) game_own_turn();
  } else if (line_is("EG")) {
    say("OK");
    if (is_running) game_announce();
  } else if (square >= 0) {
    game_reply(square);
  } else if (line_is("PS")) {
    game_reply(-1);
  } else if (line_is("WN")) {
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
    if (line_read('\r')) execute();
    hal_idle();
  }
}
