/* The command loop of all devices. A device states only in which way it departs from the message table. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

/* Command that starts the game. */
enum start {
  START_AT_NG,
  START_AT_SP,
  START_AT_RST,
  START_AT_SP_ON_BOARD_OF_NG, /* NG sets up the board; without it the board is cleared. */
};

/* Consequence of a claim that the PC accepts. Without one the device claims IL only, and waits for another move. */
enum claims { NO_CLAIMS, CLAIM_COSTS_TURN, CLAIM_COSTS_GAME };

/* Messages that the device waits for; the values can be combined. */
enum waits {
  WAITS_AFTER_MOVE = 1, /* For OK to its own move. */
  WAITS_AFTER_OK = 2,   /* For OK to its OK to the PC's move. */
  WAITS_DEAF = 4,       /* Whatever else arrives meanwhile is lost, except AT and RST. */
};

/* Moments at which a device may print. */
enum moment { AFTER_AT, AFTER_RST, AFTER_START, AFTER_PC_MOVE, AFTER_OWN_MOVE };

/* Departures from the message table; 0 and null are the table's way. */
struct quirks {
  uint8_t first; /* Colour that moves first. */
  enum start start;
  enum claims claims;
  uint8_t waits;              /* A combination of enum waits. */
  uint8_t max_seconds;        /* Largest argument of ST; 0 if ST is not known. */
  uint8_t lacks_rst;          /* RST is not known. */
  uint8_t lacks_ng;           /* NG is not known. */
  uint8_t sp_names_device;    /* SP names the device's own colour. */
  uint8_t refuses_blank;      /* ER for an empty line. */
  uint8_t silent_end;         /* No result after EG. */
  char line_end;              /* Byte that completes a received line; CR if 0. */
  const char *ends;           /* End of sent lines; CR if null. */
  const char *move_ok;        /* Reply to a legal move of the PC; OK if null. */
  uint8_t (*read)(void);      /* Reads a message into `line`; 1 when it is complete. */
  void (*received)(void);     /* Called with every message before it is executed. */
  void (*reply_to_sp)(void);  /* Replies to SP; OK if null. */
  void (*print)(enum moment); /* Prints after a message. */
};

/* Defined by each device. */
extern const struct quirks quirks;

#endif
