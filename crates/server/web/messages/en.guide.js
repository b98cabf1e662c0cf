// The words of how pieces move.

/** @type {Record<string, string>} */
export const guide = {
  "guide.title": "How the pieces move",
  "guide.known": "The pieces that everybody knows",
  "guide.from": "From {place}: {ways}.",
  "guide.places": "{way}: {places}",
  "guide.way.any": "goes there or captures",
  "guide.way.move": "only goes there",
  "guide.way.capture": "only captures",
  "guide.way.over": "only by jumping over a piece",
  "guide.way.move-or-over": "goes there, and by jumping over a piece, too",
};
