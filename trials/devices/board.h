/* Othello on a board of bytes, as an eight-bit machine likes it. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

enum { EMPTY, BLACK, WHITE };

extern uint8_t board[64];

static inline uint8_t other(uint8_t colour) { return BLACK + WHITE - colour; }

void board_clear(void);
void board_start(void);

/* Number of discs that a move flips, 0 if it is illegal. With `play` they are flipped. */
uint8_t board_flips(uint8_t square, uint8_t colour, uint8_t play);

/* The first legal square from A1 along the rows, or -1. */
int8_t board_first_move(uint8_t colour);

uint8_t board_count(uint8_t colour);

#endif
