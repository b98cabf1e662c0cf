// The words of the house: header, connection, clocks, and where nothing is.

/** @type {Record<string, string>} */
export const common = {
  "app.title": "Takhteh",

  // Header and connection
  "name.change": "Change your name",
  "name.label": "Your name",
  "name.from": "It counts from the next seat you take.",
  "name.keep": "Keep this name",
  "sound.on": "Turn sounds on",
  "sound.off": "Turn sounds off",
  "theme.dark": "Darken the room",
  "theme.light": "Light the room",
  "connection.lost": "The connection is lost; trying again.",
  "connection.failed": "The server could not be reached. Please try again.",

  // Where nothing is
  "lost.heading": "There is nothing here",
  "lost.page": "This address leads nowhere. Perhaps a letter is missing.",
  "lost.broken.heading": "The page did not load",
  "lost.broken": "Part of the page could not be fetched. Please load it again.",
  "lost.table.heading": "No such table",
  "lost.table": "There is no table with this address. It may have been closed before the game began.",
  "lost.game.heading": "No such game",
  "lost.game": "The house has no game of this name.",
  "lost.back": "To the games",

  // Paints, where a seat has no other name
  "paint.black": "Black",
  "paint.white": "White",
  "paint.green": "Green",
  "paint.yellow": "Yellow",
  "paint.blue": "Blue",
  "paint.red": "Red",

  // Clocks
  "clock.none": "no clock",
  "clock.game": "{time}",
  "clock.bonus": "{time} + {bonus}",
  "clock.move": "{time} a move",
};
