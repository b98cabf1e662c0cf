/* Prints a board after every OK, and loses what arrives meanwhile. SP is answered by OK, NG starts the game, Black
   moves first. An empty line is ER, as is everything else it does not know; ST is not known. */
#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static void show(uint8_t marked_for) {
  print_board(marked_for);
  hal_flush();
}

static void own_turn(void) {
  game_move();
  if (game_is_over()) {
    game_announce();
  } else {
    show(turn);
    say("Type your move");
    hal_flush();
  }
}

static void pc_move(int8_t square) {
  if (!is_running || turn != pc) {
    say("ER");
  } else if (!game_is_legal(square)) {
    say("IL");
  } else {
    game_play(square);
    say("OK");
    show(0);
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
    say("Othello, lab 4, team 7");
    hal_flush();
  } else if (line_is("RST")) {
    say("OK");
    board_clear();
    is_running = 0;
    show(0);
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? BLACK : WHITE;
    say("OK");
  } else if (line_is("NG")) {
    say("OK");
    board_start();
    game_begin(BLACK);
    show(turn);
    if (turn != pc) own_turn();
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
    is_running = 0;
    say("QT");
  } else if (!line_is("OK")) {
    say("ER");
  }
}

void device_main(void) {
  for (;;) {
    if (line_read('\r')) execute();
    hal_idle();
  }
}
