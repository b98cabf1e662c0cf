/* A game between the PC and the device: whose turn it is, and how it ends. */
#ifndef GAME_H
#define GAME_H

#include <stdint.h>

extern uint8_t pc;         /* Colour of the PC. */
extern uint8_t turn;       /* Colour to move. */
extern uint8_t is_running; /* 1 while a game is played. */
extern uint32_t turn_since;

/* Starts a game on the board as it is. */
void game_begin(uint8_t first);

/* 1 if the side to move may play here; -1 is a pass. */
uint8_t game_is_legal(int8_t square);
void game_play(int8_t square);

/* 1 if the side to move is stuck after a pass, or the board is full. */
uint8_t game_is_over(void);

/* Plays the first legal move or a pass for the device and says so. */
void game_move(void);

/* Says WN, LS or TE by the discs. */
void game_announce(void);

#endif
