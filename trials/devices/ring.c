/* Keeps all input in a buffer of 256 bytes and reads messages from it in place: the message across its end is garbled
   and gets ER. The order is that of the table, SP is answered by an empty line, and Black moves first. ST is known up to
   3 seconds. */
#include <string.h>

#include "board.h"
#include "device.h"
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

static void reply_to_sp(void) { say(""); }

const struct quirks quirks = {
    .first = BLACK,
    .max_seconds = 3,
    .read = read_message,
    .reply_to_sp = reply_to_sp,
};
