// Messages of the piece guide.

/** @type {Record<string, string>} */
export const guide = {
  "guide.title": "How the pieces move",
  "guide.known": "Standard pieces",
  "guide.from": "From {place}: {ways}.",
  "guide.places": "{way}: {places}",
  "guide.way.any": "moves or captures",
  "guide.way.move": "moves only",
  "guide.way.capture": "captures only",
  "guide.way.over": "only by jumping over a piece",
  "guide.way.move-or-over": "moves, also by jumping over a piece",
};
