#include "talk.h"

#include <string.h>

#include "board.h"
#include "hal.h"

char line[LINE_SIZE];
const char *ends = "\r";

static uint8_t length;

uint8_t line_read(char end) {
  int byte;
  while ((byte = hal_read()) >= 0) {
    if (byte == end) {
      line[length] = 0;
      length = 0;
      return 1;
    }
    if (byte != '\r' && byte != '\n' && length < LINE_SIZE - 1) line[length++] = (char)byte;
  }
  return 0;
}

uint8_t line_is(const char *text) { return strcmp(line, text) == 0; }

int8_t line_square(const char *word) {
  uint8_t at = (uint8_t)strlen(word);
  if (strncmp(line, word, at) != 0 || line[at] != ' ' || line[at + 3] != 0) return -1;
  char column = line[at + 1], row = line[at + 2];
  if (column < 'A' || column > 'H' || row < '1' || row > '8') return -1;
  return (int8_t)(8 * (row - '1') + column - 'A');
}

static void send(const char *text) {
  while (*text) hal_write((uint8_t)*text++);
}

void say(const char *text) {
  send(text);
  send(ends);
}

void say_move(uint8_t square) {
  char text[] = "MM A1";
  text[3] = (char)('A' + square % 8);
  text[4] = (char)('1' + square / 8);
  say(text);
}

void print_board(uint8_t marked_for) {
  say("  A B C D E F G H");
  for (uint8_t row = 0; row < 8; row++) {
    char text[] = "1 . . . . . . . . ";
    text[0] = (char)('1' + row);
    for (uint8_t column = 0; column < 8; column++) {
      uint8_t square = (uint8_t)(8 * row + column);
      char mark = ".BW"[board[square]];
      if (marked_for && board_flips(square, marked_for, 0)) mark = 'V';
      text[2 + 2 * column] = mark;
    }
    say(text);
  }
}
