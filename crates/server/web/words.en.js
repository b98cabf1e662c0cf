// The English words, by page.

/** @type {Record<string, string>} */
export const english = {
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

  // Lobby
  "lobby.heading": "What shall we play?",
  "lobby.lead": "Alone, at one screen, or with a friend by link.",
  "lobby.play": "Play",
  "lobby.open": "Open",
  "lobby.more": "More ways to play",
  "lobby.edit": "Set up a position",
  "lobby.continue": "Continue: {game}, your turn",
  "lobby.failed": "The games could not be fetched. Please load the page again.",
  "lobby.mine": "Your games",
  "lobby.mine.none": "Games you play stay here until they are over.",
  "lobby.seats": "Open seats",
  "lobby.seats.none": "Nobody is waiting just now. Open a table, and others find it here.",
  "lobby.live": "Now playing",
  "lobby.live.none": "All boards are quiet.",
  "lobby.sit": "Sit down",
  "lobby.go": "Go on",
  "lobby.look": "Look",
  "lobby.watch": "watch",
  "lobby.waiting": "waiting for players",
  "lobby.over": "over",
  "lobby.yourTurn": "your turn",
  "lobby.theirTurn": "{name} to move",
  "lobby.taken.one": "{count} of {seats} seats taken",
  "lobby.taken.other": "{count} of {seats} seats taken",
  "lobby.moves.one": "{count} move",
  "lobby.moves.other": "{count} moves",
  "lobby.moves.zero": "no move yet",
  "lobby.against": "with {names}",
  "lobby.alone": "alone",
  "lobby.line.othello": "Corners, patience, and an exact endgame.",
  "lobby.line.halma": "Two or four. Long jumps across the board.",
  "lobby.line.backgammon": "Fair dice you can check. Cube and matches.",
  "lobby.line.queens": "All 92 ways, and how the search finds them.",
  "lobby.line.tictactoe": "Three in a row, over before the tea is cold.",
};
