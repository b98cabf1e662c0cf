/* RST starts the game, with the colours of the last SP; SP is answered by a board only. NG and ST are not known. Black
   moves first. Every received byte is sent back. */
#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static void execute(void) {
  int8_t square = line_square("MV");
  if (line_is("AT")) {
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? BLACK : WHITE;
    print_board(0);
  } else if (line_is("RST")) {
    say("OK");
    board_start();
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
  for (;;) {
    if (line_read('\r')) {
      say(line);
      execute();
    }
    hal_idle();
  }
}
