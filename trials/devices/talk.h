/* Lines in and out, and prints of the board. */
#ifndef TALK_H
#define TALK_H

#include <stdint.h>

#define LINE_SIZE 16

extern char line[LINE_SIZE];

/* Collects received bytes into `line`; 1 when the byte `end` has completed it. CR and LF are never part of a line. */
uint8_t line_read(char end);

/* 1 if the line is this text. */
uint8_t line_is(const char *text);

/* Square after a word and a blank, as in `MV G3`, or -1. */
int8_t line_square(const char *word);

/* Ends of sent lines; "\r" until set. */
extern const char *ends;

void say(const char *text);
void say_move(uint8_t square);
void print_board(uint8_t marked_for);

#endif
