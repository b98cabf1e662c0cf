#include "device.h"

#include "board.h"
#include "game.h"
#include "hal.h"
#include "talk.h"

static uint8_t seconds = 2;
/* What the device waits for, apart from commands. */
static enum { NOTHING, OK_TO_MOVE, OK_TO_OK, REPLY_TO_CLAIM } waits_for;

static void print(enum moment moment) {
  if (quirks.print) quirks.print(moment);
}

static void stop(void) {
  is_running = 0;
  waits_for = NOTHING;
}

/* Says the result if the game is over, and nothing on a cleared board, where there is nothing to count. */
static uint8_t end_if_over(void) {
  if (!game_is_over()) return 0;
  if (board_count(EMPTY) < 60) game_announce();
  return 1;
}

static void own_turn(void) {
  game_move();
  if (quirks.waits & WAITS_AFTER_MOVE)
    waits_for = OK_TO_MOVE;
  else if (!end_if_over())
    print(AFTER_OWN_MOVE);
}

/* The device's move, if it is its turn. */
static void next_turn(void) {
  if (!end_if_over() && turn != pc) own_turn();
}

static void begin(void) {
  waits_for = NOTHING;
  game_begin(quirks.first);
  print(AFTER_START);
  if (turn != pc) own_turn();
}

static void claim(const char *word) {
  say(word);
  if (quirks.claims != NO_CLAIMS) waits_for = REPLY_TO_CLAIM;
}

static void pc_move(int8_t square) {
  if (!is_running || turn != pc || waits_for == OK_TO_MOVE) {
    say("ER");
  } else if (!game_is_legal(square)) {
    claim("IL");
  } else {
    game_play(square);
    say(quirks.move_ok ? quirks.move_ok : "OK");
    print(AFTER_PC_MOVE);
    if (quirks.waits & WAITS_AFTER_OK)
      waits_for = OK_TO_OK;
    else
      next_turn();
  }
}

static void on_ok(void) {
  uint8_t waited_for = waits_for;
  waits_for = NOTHING;
  if (!is_running || waited_for == NOTHING) return;
  turn_since = hal_ms();
  if (waited_for == REPLY_TO_CLAIM && quirks.claims == CLAIM_COSTS_GAME) {
    is_running = 0;
    say("WN");
    return;
  }
  if (waited_for == REPLY_TO_CLAIM) {
    game_play(-1);
    say("OK");
  }
  next_turn();
}

static void reset(void) {
  say("OK");
  stop();
  hal_led(0);
  if (quirks.start == START_AT_RST) {
    board_start();
    begin();
  } else {
    board_clear();
    print(AFTER_RST);
  }
}

static void set_colour(void) {
  uint8_t named = line[3] == 'B' ? BLACK : WHITE;
  pc = quirks.sp_names_device ? other(named) : named;
  if (quirks.reply_to_sp)
    quirks.reply_to_sp();
  else
    say("OK");
  if (quirks.start == START_AT_SP) board_start();
  if (quirks.start == START_AT_SP || quirks.start == START_AT_SP_ON_BOARD_OF_NG) begin();
}

static void new_game(void) {
  say("OK");
  stop();
  board_start();
  if (quirks.start == START_AT_NG) begin();
}

/* Seconds of `ST n`, or 0. */
static uint8_t line_seconds(void) {
  if (line[0] != 'S' || line[1] != 'T' || line[2] != ' ' || line[3] < '1' || line[3] > '9' || line[4]) return 0;
  return (uint8_t)(line[3] - '0');
}

static void execute(void) {
  int8_t square = line_square("MV");
  uint8_t wanted = line_seconds();
  if (line_is("OK")) {
    on_ok();
  } else if (line_is("AT")) {
    say("OK");
    print(AFTER_AT);
  } else if (line_is("RST") && !quirks.lacks_rst) {
    reset();
  } else if ((quirks.waits & WAITS_DEAF) && waits_for != NOTHING) {
    /* Lost. */
  } else if (wanted && wanted <= quirks.max_seconds) {
    seconds = wanted;
    say("OK");
  } else if (line_is("SP B") || line_is("SP W")) {
    set_colour();
  } else if (line_is("NG") && !quirks.lacks_ng) {
    new_game();
  } else if (line_is("EG")) {
    uint8_t was_running = is_running;
    stop();
    say("OK");
    if (was_running && !quirks.silent_end) game_announce();
  } else if (square >= 0) {
    pc_move(square);
  } else if (line_is("PS")) {
    pc_move(-1);
  } else if (line_is("WN")) {
    stop();
    say("OK");
  } else if (line_is("PL")) {
    stop();
    say("QT");
  } else if (!line_is("") || quirks.refuses_blank) {
    say("ER");
  }
}

static uint8_t read_message(void) {
  if (quirks.read) return quirks.read();
  return line_read(quirks.line_end ? quirks.line_end : '\r');
}

static uint8_t is_pc_late(void) {
  return is_running && turn == pc && waits_for != REPLY_TO_CLAIM && hal_ms() - turn_since > 1000UL * seconds;
}

void device_main(void) {
  if (quirks.ends) ends = quirks.ends;
  for (;;) {
    if (read_message()) {
      if (quirks.received) quirks.received();
      execute();
    }
    if (quirks.claims != NO_CLAIMS && is_pc_late()) claim("IT");
    hal_idle();
  }
}
