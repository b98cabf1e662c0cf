/* Keeps all input in a buffer of 256 bytes and reads messages from it in place: the message across its end is garbled
   and gets ER. The order is that of the table, SP is answered by an empty line, and Black moves first. */
#include <string.h>

#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static char buffer[256 + 1];
static uint8_t start, next;

/* Copies the message between `start` and the CR before `next`; behind the end of the buffer it is lost. */
static void take_message(void) {
  uint16_t end = next > start ? (uint16_t)(next - 1) : 256;
  uint8_t length = (uint8_t)(end - start);
  if (length >= LINE_SIZE) length = LINE_SIZE - 1;
  memcpy(line, buffer + start, length);
  line[length] = 0;
  start = next;
}

static uint8_t read_message(void) {
  int byte;
  while ((byte = hal_read()) >= 0) {
    buffer[next++] = (char)byte;
    if (byte == '\r') {
      take_message();
      return 1;
    }
  }
  return 0;
}

static void execute(void) {
  int8_t square = line_square("MV");
  if (line_is("AT") || line_is("ST 1") || line_is("ST 2") || line_is("ST 3")) {
    say("OK");
  } else if (line_is("RST")) {
    board_clear();
    is_running = 0;
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    pc = line[3] == 'B' ? BLACK : WHITE;
    say("");
  } else if (line_is("NG")) {
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
    if (read_message()) execute();
    hal_idle();
  }
}
