#include "board.h"

#include <string.h>

uint8_t board[64];

void board_clear(void) { memset(board, EMPTY, sizeof board); }

void board_start(void) {
  board_clear();
  board[27] = board[36] = WHITE; /* D4, E5 */
  board[28] = board[35] = BLACK; /* E4, D5 */
}

/* Number of discs that are flipped in one direction. */
static uint8_t flips_towards(uint8_t square, int8_t dx, int8_t dy, uint8_t colour) {
  int8_t x = (int8_t)(square % 8), y = (int8_t)(square / 8);
  uint8_t seen = 0;
  for (;;) {
    x = (int8_t)(x + dx);
    y = (int8_t)(y + dy);
    if (x < 0 || x > 7 || y < 0 || y > 7) return 0;
    uint8_t disc = board[8 * y + x];
    if (disc == EMPTY) return 0;
    if (disc == colour) return seen;
    seen++;
  }
}

uint8_t board_flips(uint8_t square, uint8_t colour, uint8_t play) {
  if (board[square] != EMPTY) return 0;
  uint8_t total = 0;
  for (int8_t dy = -1; dy <= 1; dy++) {
    for (int8_t dx = -1; dx <= 1; dx++) {
      if (dx == 0 && dy == 0) continue;
      uint8_t flips = flips_towards(square, dx, dy, colour);
      total = (uint8_t)(total + flips);
      for (uint8_t step = 1; play && step <= flips; step++) {
        board[square + step * (8 * dy + dx)] = colour;
      }
    }
  }
  if (play && total > 0) board[square] = colour;
  return total;
}

int8_t board_first_move(uint8_t colour) {
  for (uint8_t square = 0; square < 64; square++) {
    if (board_flips(square, colour, 0)) return (int8_t)square;
  }
  return -1;
}

uint8_t board_count(uint8_t colour) {
  uint8_t count = 0;
  for (uint8_t square = 0; square < 64; square++) count = (uint8_t)(count + (board[square] == colour));
  return count;
}
