/* A pseudo-terminal in place of the UART. Its name is printed on the first line of standard output.
   Bytes take as long as on a line with BAUD bits a second, in both directions. */
#define _GNU_SOURCE
#include "hal.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#ifndef RING_SIZE
#define RING_SIZE 64
#endif

static int line;
static uint8_t ring[RING_SIZE];
static unsigned head, tail;
static int64_t next_receive, next_send;

static int64_t now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static const int64_t byte_us = 10 * 1000000LL / BAUD;

/* Moves bytes from the line to the ring, one for each byte time that has passed. */
static void receive(void) {
  int64_t now = now_us();
  if (next_receive < now - 20 * byte_us) next_receive = now - byte_us;
  while (next_receive <= now) {
    uint8_t byte;
    if (read(line, &byte, 1) != 1) return;
    ring[head] = byte;
    head = (head + 1) % RING_SIZE;
    next_receive += byte_us;
  }
}

void hal_init(void) {
  line = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (line < 0 || grantpt(line) != 0 || unlockpt(line) != 0) {
    perror("cannot open a pseudo-terminal");
    exit(1);
  }
  /* The slave stays open, so that a program may connect and disconnect. */
  const char *name = ptsname(line);
  int slave = open(name, O_RDWR | O_NOCTTY);
  struct termios mode;
  tcgetattr(slave, &mode);
  cfmakeraw(&mode);
  tcsetattr(slave, TCSANOW, &mode);
  printf("%s\n", name);
  fflush(stdout);
}

int hal_read(void) {
  receive();
  if (head == tail) return -1;
  uint8_t byte = ring[tail];
  tail = (tail + 1) % RING_SIZE;
  return byte;
}

void hal_flush(void) {
  receive();
  tail = head;
}

void hal_write(uint8_t byte) {
  int64_t now = now_us();
  if (next_send > now) usleep((useconds_t)(next_send - now));
  next_send = (next_send > now ? next_send : now) + byte_us;
  while (write(line, &byte, 1) != 1) usleep(1000);
  receive();
}

uint32_t hal_ms(void) { return (uint32_t)(now_us() / 1000); }

void hal_idle(void) {
  struct pollfd wait = {line, POLLIN, 0};
  /* A line whose bytes are not due yet would wake the program at once. */
  if (next_receive > now_us())
    usleep((useconds_t)byte_us);
  else
    poll(&wait, 1, 5);
}

void hal_led(uint8_t led) { (void)led; }

int main(void) {
  hal_init();
  device_main();
}
