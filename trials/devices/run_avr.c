/* Runs the program of an ATmega16 in simavr, in real time, with its USART on a pseudo-terminal.
   usage: run_avr PROGRAM.elf CLOCK BAUD. The name of the terminal is printed on the first line of standard output.
   Bytes arrive at the baud rate, as on a cable: a device that is busy for too long misses them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

static int line;

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *parameter) {
  (void)irq;
  (void)parameter;
  uint8_t byte = (uint8_t)value;
  while (write(line, &byte, 1) != 1) usleep(1000);
}

static void open_line(void) {
  line = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (line < 0 || grantpt(line) != 0 || unlockpt(line) != 0) {
    perror("cannot open a pseudo-terminal");
    exit(1);
  }
  /* The slave stays open, so that a program may connect and disconnect. */
  int slave = open(ptsname(line), O_RDWR | O_NOCTTY);
  struct termios mode;
  tcgetattr(slave, &mode);
  cfmakeraw(&mode);
  tcsetattr(slave, TCSANOW, &mode);
}

static int64_t now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Sleep of the processor: nothing to do, the main loop follows the clock. */
static void on_sleep(avr_t *avr, avr_cycle_count_t cycles) {
  (void)avr;
  (void)cycles;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: run_avr PROGRAM.elf CLOCK BAUD\n");
    return 2;
  }
  /* simavr prints on standard output; only the name of the terminal belongs there. */
  FILE *output = fdopen(dup(STDOUT_FILENO), "w");
  if (!output || !freopen("/dev/null", "w", stdout)) return 1;
  uint32_t frequency = (uint32_t)atol(arguments[2]), baud = (uint32_t)atol(arguments[3]);
  elf_firmware_t firmware = {{0}};
  avr_t *avr = avr_make_mcu_by_name("atmega16");
  if (!avr || elf_read_firmware(arguments[1], &firmware) != 0) {
    fprintf(stderr, "cannot load %s\n", arguments[1]);
    return 1;
  }
  firmware.frequency = frequency;
  avr_init(avr);
  avr->frequency = frequency;
  avr_load_firmware(avr, &firmware);
  avr->frequency = frequency;
  avr->sleep = on_sleep;
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  open_line();
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, NULL);
  avr_irq_t *input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
  fprintf(output, "%s\n", ptsname(line));
  fflush(output);

  const int64_t started = now_us();
  const uint64_t byte_cycles = (uint64_t)frequency * 10 / baud;
  uint64_t next_byte = 0;
  for (;;) {
    /* As many cycles as the clock has gone on, then a rest of a millisecond. */
    uint64_t due = (uint64_t)(now_us() - started) * (frequency / 1000) / 1000;
    while (avr->cycle < due) {
      if (avr->cycle >= next_byte) {
        uint8_t byte;
        if (read(line, &byte, 1) == 1) avr_raise_irq(input, byte);
        next_byte = avr->cycle + byte_cycles;
      }
      int state = avr_run(avr);
      if (state == cpu_Done || state == cpu_Crashed) {
        fprintf(stderr, "the processor has stopped\n");
        return 1;
      }
    }
    usleep(1000);
  }
}
