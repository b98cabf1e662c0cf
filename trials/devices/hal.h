/* What a device needs from its machine: one UART and a millisecond clock.
   hal_avr.c implements it on an ATmega16, hal_host.c on a pseudo-terminal. */
#ifndef HAL_H
#define HAL_H

#include <stdint.h>

void hal_init(void);

/* The next received byte, or -1 if there is none. */
int hal_read(void);

/* Drops received bytes that were not read yet. */
void hal_flush(void);

/* Sends a byte; returns when the transmitter has taken it. */
void hal_write(uint8_t byte);

/* Milliseconds since the start. */
uint32_t hal_ms(void);

/* Lets the machine rest until something may have happened. */
void hal_idle(void);

/* Shows the result of a game: LED 1, 2 or 3, or none for 0. */
void hal_led(uint8_t led);

/* The program of a device, called once. */
void device_main(void);

#endif
