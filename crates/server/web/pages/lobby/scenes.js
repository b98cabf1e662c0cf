// Positions from the middle of games, so that the cards of the lobby show more than set-up boards.

/** @type {Record<string, {position: string, at: [number, number], zoom: number}>} */
export const SCENES = {
  othello: { position: "---------------------------OX------XO--------------------------- X", at: [50, 50], zoom: 1.3 },
  halma: { position: "start", at: [0, 0], zoom: 1.4 },
  backgammon: { position: "start", at: [0, 50], zoom: 1.05 },
  queens: { position: "a1,e2,h3,f4,c5,g6,b7,d8", at: [0, 0], zoom: 1.3 },
  tictactoe: { position: "X-O-X-O--", at: [50, 50], zoom: 1 },
};
