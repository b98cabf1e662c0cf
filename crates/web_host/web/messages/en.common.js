// Messages of all pages: header, connection, error pages, clocks.

/** @type {Record<string, string>} */
export const common = {
  "app.title": "Takhteh",

  // Header and connection
  "nav.label": "Main",
  "nav.menu": "Menu",
  "nav.play": "Play",
  "nav.games": "Games",
  "nav.statistics": "Statistics",
  "nav.logIn": "Log in",
  "nav.account": "Account",
  "user.profile": "Profile",
  "user.logIn": "Log in or register",
  "user.logOut": "Log out",
  "user.loggedOut": "Logged out.",
  "name.change": "Change name",
  "name.label": "Your name",
  "name.from": "Applies to your next game.",
  "name.keep": "Save",
  "sound.on": "Turn sound on",
  "sound.off": "Turn sound off",
  "theme.dark": "Dark theme",
  "theme.light": "Light theme",
  "connection.lost": "Reconnecting…",
  "connection.failed": "Cannot reach the server. Please try again.",

  // Error pages
  "error.notFound.heading": "Page not found",
  "error.notFound": "There is no page at this address.",
  "error.load.heading": "Cannot load the page",
  "error.load": "Please reload the page.",
  "error.table.heading": "Game not found",
  "error.table": "There is no game at this address. It may have been cancelled.",
  "error.game.heading": "Unknown game",
  "error.game": "There is no game with this name.",
  "error.home": "Home",

  // Colours, as names of sides
  "paint.black": "Black",
  "paint.white": "White",

  // Time controls
  "clock.none": "No clock",
  "clock.game": "{time}",
  "clock.increment": "{time} + {increment}",
  "clock.move": "{time} per move",
  "clock.lag": "Lag {lag} ms, given back to the clock",

  // Turns in the title of every page, and as notifications
  "turn.title": "Your turn",
  "turn.title.count": "Your turn ({count})",
  "turn.notification": "Your turn: {game}",
  "turn.against": "against {names}",
};
