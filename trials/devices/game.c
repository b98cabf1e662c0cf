#include "game.h"

#include "board.h"
#include "hal.h"
#include "talk.h"

uint8_t pc = WHITE;
uint8_t turn;
uint8_t is_running;
uint32_t turn_since;

static uint8_t last_was_pass;

void game_begin(uint8_t first) {
  turn = first;
  is_running = 1;
  last_was_pass = 0;
  turn_since = hal_ms();
  hal_led(0);
}

uint8_t game_is_legal(int8_t square) {
  if (square < 0) return board_first_move(turn) < 0;
  return board_flips((uint8_t)square, turn, 0) > 0;
}

void game_play(int8_t square) {
  if (square >= 0) board_flips((uint8_t)square, turn, 1);
  last_was_pass = square < 0;
  turn = other(turn);
  turn_since = hal_ms();
}

uint8_t game_is_over(void) {
  return board_first_move(turn) < 0 && (last_was_pass || board_count(EMPTY) == 0);
}

void game_move(void) {
  int8_t square = board_first_move(turn);
  if (square < 0)
    say("MP");
  else
    say_move((uint8_t)square);
  game_play(square);
}

void game_announce(void) {
  uint8_t own = board_count(other(pc)), theirs = board_count(pc);
  uint8_t led = own > theirs ? 1 : own < theirs ? 2 : 3;
  static const char *const words[] = {"WN", "LS", "TE"};
  is_running = 0;
  hal_led(led);
  say(words[led - 1]);
}
