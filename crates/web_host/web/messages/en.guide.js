// Messages of the piece guide.

/** @type {Record<string, string>} */
export const guide = {
  "guide.title": "How the pieces move",
  "guide.known": "Standard pieces",
  "guide.from": "From {place}: {targets}.",
  "guide.places": "{kind}: {places}",
  "guide.target.any": "moves or captures",
  "guide.target.move": "moves only",
  "guide.target.capture": "captures only",
  "guide.target.hop": "only by jumping over a piece",
  "guide.target.move-or-hop": "moves, also by jumping over a piece",
};
