/* ATmega16: USART with a receive interrupt, timer 0 as a millisecond clock, LEDs on port B. */
#include "hal.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#ifndef RING_SIZE
#define RING_SIZE 64
#endif

/* With 256 bytes the indices wrap by themselves, as in many programs of the course. */
static volatile uint8_t ring[RING_SIZE];
static volatile uint8_t head, tail;
static volatile uint32_t milliseconds;

static uint8_t next(uint8_t index) { return (uint8_t)((index + 1) % RING_SIZE); }

ISR(USART_RXC_vect) {
  ring[head] = UDR;
  head = next(head);
}

ISR(TIMER0_COMP_vect) { milliseconds++; }

void hal_init(void) {
  UBRRH = 0;
  UBRRL = (uint8_t)((F_CPU + 8UL * BAUD) / (16UL * BAUD) - 1);
  UCSRC = (1 << URSEL) | (1 << UCSZ1) | (1 << UCSZ0);
  UCSRB = (1 << RXCIE) | (1 << RXEN) | (1 << TXEN);
  /* Clear on compare, clock / 64 above 2 MHz and clock / 8 below. */
#if F_CPU > 2000000UL
  TCCR0 = (1 << WGM01) | (1 << CS01) | (1 << CS00);
  OCR0 = (uint8_t)(F_CPU / 64 / 1000 - 1);
#else
  TCCR0 = (1 << WGM01) | (1 << CS01);
  OCR0 = (uint8_t)(F_CPU / 8 / 1000 - 1);
#endif
  TIMSK = 1 << OCIE0;
  DDRB = 0xff;
  PORTB = 0xff;
  set_sleep_mode(SLEEP_MODE_IDLE);
  sei();
}

int hal_read(void) {
  if (head == tail) return -1;
  uint8_t byte = ring[tail];
  tail = next(tail);
  return byte;
}

void hal_flush(void) { tail = head; }

void hal_write(uint8_t byte) {
  while (!(UCSRA & (1 << UDRE))) {
  }
  UDR = byte;
}

uint32_t hal_ms(void) {
  cli();
  uint32_t now = milliseconds;
  sei();
  return now;
}

void hal_idle(void) { sleep_mode(); }

void hal_led(uint8_t led) { PORTB = led == 0 ? 0xff : (uint8_t)~(1 << (led - 1)); }

int main(void) {
  hal_init();
  device_main();
}
