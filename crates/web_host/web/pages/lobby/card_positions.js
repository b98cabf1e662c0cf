// Middlegame positions for the cards of the lobby, with the visible part of the board: its place in percent, and its zoom.

/** @type {Record<string, {position: string, at: [number, number], zoom: number}>} */
export const CARD_POSITIONS = {
  othello: { position: "----------X------OXX-----XXXXO----XOOOO----OO------------------- X", at: [42, 42], zoom: 1.3 },
  halma: { position: "4g5/gggb6/1g2g5/gg1g6/g1g7/5bb1bb/2g3gbbb/6bb2/5gbgb1/5bb2b blue 13 --", at: [0, 0], zoom: 1.25 },
  backgammon: { position: "XGID=-b---ADAC---dD---c-db---B-:0:0:1:52:0:0:0:0:10", at: [96, 50], zoom: 1.12 },
  queens: { position: "a1,e2,h3,f4,c5,g6,b7,d8", at: [0, 0], zoom: 1.25 },
  tictactoe: { position: "XO--XO---", at: [50, 30], zoom: 1 },
};
