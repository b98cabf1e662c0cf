/* 2400 baud at 1 MHz, where a board takes most of a second. Prompts end without a line end, and input during a print is
   lost. The order is that of the table, SP is answered by a board and OK, and Black moves first. It claims IT. */
#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static uint8_t seconds = 2;
static uint8_t is_claimed;

static void prompt(void) {
  print_board(0);
  for (const char *text = "Your move: "; *text; text++) hal_write((uint8_t)*text);
  hal_flush();
  turn_since = hal_ms();
}

static void own_turn(void) {
  game_move();
  if (game_is_over())
    game_announce();
  else
    prompt();
}

static void pc_move(int8_t square) {
  if (!is_running || turn != pc) {
    say("ER");
  } else if (!game_is_legal(square)) {
    say("IL");
    is_claimed = 1;
  } else {
    game_play(square);
    say("\rOK");
    if (game_is_over())
      game_announce();
    else
      own_turn();
  }
}

static void execute(void) {
  int8_t square = line_square("MV");
  if (line_is("AT")) {
    say("OK");
  } else if (line_is("RST")) {
    board_clear();
    is_running = is_claimed = 0;
    say("OK");
  } else if (line[0] == 'S' && line[1] == 'T' && line[3] >= '1' && line[3] <= '9') {
    seconds = (uint8_t)(line[3] - '0');
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? BLACK : WHITE;
    print_board(0);
    say("OK");
  } else if (line_is("NG")) {
    say("OK");
    board_start();
    game_begin(BLACK);
    if (turn != pc)
      own_turn();
    else
      prompt();
  } else if (line_is("EG")) {
    say("OK");
    if (is_running) game_announce();
  } else if (square >= 0) {
    pc_move(square);
  } else if (line_is("PS")) {
    pc_move(-1);
  } else if (line_is("WN")) {
    is_running = 0;
    say("OK");
  } else if (line_is("PL")) {
    is_running = is_claimed = 0;
    say("QT");
  } else if (line_is("OK") && is_claimed) {
    is_running = is_claimed = 0;
    say("WN");
  } else if (!line_is("OK") && !line_is("")) {
    say("ER");
  }
}

void device_main(void) {
  for (;;) {
    if (line_read('\r')) execute();
    if (is_running && !is_claimed && turn == pc && hal_ms() - turn_since > 1000UL * seconds) {
      is_claimed = 1;
      say("IT");
    }
    hal_idle();
  }
}
