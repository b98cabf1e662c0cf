#!/usr/bin/env bash
# Builds the fake devices of devices.txt (name, clock, baud): `build.sh FOLDER` as programs of the host, `build.sh FOLDER avr`
# also for an ATmega16, with run_avr, which runs them in simavr. Each prints the name of its pseudo-terminal.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")"

flags=(-std=c11 -Os -Wall -Wextra -Werror)
if [ "${2:-}" = avr ]; then
  cc -std=gnu11 -O2 -Wall -o "$out/run_avr" run_avr.c -lsimavr -lelf
fi
while read -r name clock baud; do
  sources=("$name.c" device.c board.c game.c talk.c)
  speed=("-DF_CPU=${clock}UL" "-DBAUD=${baud}UL")
  cc "${flags[@]}" "${speed[@]}" -o "$out/$name" "${sources[@]}" hal_host.c
  if [ "${2:-}" = avr ]; then
    avr-gcc -mmcu=atmega16 "${flags[@]}" "${speed[@]}" -o "$out/$name.elf" "${sources[@]}" hal_avr.c
  fi
done <devices.txt
