// Types of the messages in docs/protocol.md. This module is empty at run time.

/** @typedef {"black" | "white" | "green" | "yellow" | "blue" | "red"} Paint */
/**
 * @typedef {"disc" | "bead" | "checker" | "crown" | "cross" | "nought" | "king" | "queen" | "rook" | "bishop" | "knight" | "pawn" | "amazon" | "griffon"
 *   | "knightrider" | "cannon" | "mao" | "camel" | "elephant" | "centaur" | "grasshopper" | "star" | "letter"} Figure
 */
/** @typedef {{figure: Figure, paint: Paint, letter: string, name: string}} Piece */
/**
 * @typedef {object} Spot
 * @property {number} place
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {"square" | "hollow" | "point" | "slot"} shape
 * @property {boolean} [dark]
 * @property {"down" | "up"} [growth]
 * @property {Paint} [tint]
 */
/** @typedef {"felt" | "maple" | "tiles" | "case" | "board" | "paper"} Material */
/** @typedef {{text: string, x: number, y: number}} Label */
/** @typedef {{material: Material, width: number, height: number, spots: Spot[], labels: Label[]}} BoardLayout */
/**
 * @typedef {{kind: "die", number: number, paint: Paint, x: number, y: number, w: number, h: number}
 *   | {kind: "cube", number: number, x: number, y: number, w: number, h: number}
 *   | {kind: "button", place: number, label: string}} Token
 */
/** @typedef {"last" | "target" | "selected" | "danger"} MarkKind */
/** Score of a match: points by seat, facts about the match, and the caption without them.
 * @typedef {{points: number[], facts: string[], turn: string}} MatchScore */
/** @typedef {{pieces: Piece[], stacks: number[][], tokens: Token[], choices?: number[][], marks: [number, MarkKind][], caption: string, match?: MatchScore}} Placement */

/** @typedef {{key: string, about: string, usual: string, only_with?: string} & ({kind: "text", values: string} | {kind: "choice", choices: string[], files?: true} | {kind: "number", least: number, most: number})} Setting */
/** @typedef {{name: string, title: string, about: string, options: Setting[]}} EngineEntry */
/**
 * @typedef {object} GameEntry
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {number[]} seats
 * @property {number} usual_seats
 * @property {EngineEntry[]} engines the first is the usual opponent
 * @property {string[]} rated engines that play rated games
 * @property {boolean} has_dice
 * @property {Setting[]} settings
 * @property {{name: string, title: string, about: string, settings: string}[]} presets
 * @property {BoardLayout} layout
 * @property {Placement} placement
 */
/** @typedef {"any" | "move" | "capture" | "hop" | "move-or-hop"} TargetKind */
/** @typedef {{piece: Piece, familiar: boolean, text: string, from: number, targets: [number, TargetKind][]}} PieceGuide */
/** @typedef {{about: string | null, familiar: boolean, pieces: PieceGuide[]}} Guide */
/** @typedef {{seat: number, title: string, paint: Paint | null}} SeatTitle */
/** @typedef {{position: string, seats: SeatTitle[], turn: number | null, layout: BoardLayout, placement: Placement, pieces: Piece[], guide: Guide | null}} Preview */
/** @typedef {{who: "me" | "here" | "link", name?: string} | {who: "player", name: string} | {who: "engine", engine?: string}} SeatRequest */
/** @typedef {{game: string, settings: Record<string, string> | string, clock: string, position: string, seats: SeatRequest[], listed: boolean, rated?: boolean}} TableRequest */

/** @typedef {{seat: number, title: string, paint: Paint | null, name: string | null, who: "you" | "person" | "engine" | "open", here: boolean, playing: boolean}} Seat */
/** @typedef {{places: number[], points: number[], rule: string}} GameResult */
/** @typedef {"waiting" | "opening" | "playing" | "over"} TableState */
/**
 * @typedef {object} GameSummary
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {string} detail
 * @property {string} clock
 * @property {boolean} rated
 * @property {TableState} state
 * @property {Seat[]} seats
 * @property {number} moves
 * @property {number | null} turn
 * @property {boolean} your_turn
 */
/** @typedef {number[] | string} Touch */
/** @typedef {{draw: boolean, claim: boolean, absence_draw: boolean, takeback: boolean, concessions: string[], resign: boolean, resignation: string | null, analyse: boolean}} Permissions */
/**
 * @typedef {object} TableEvent
 * @property {number} number
 * @property {number} at
 * @property {string} event
 * @property {number} [seat]
 * @property {string} [move]
 * @property {string} [roll]
 * @property {string} [seed]
 * @property {string} [offer]
 * @property {boolean} [yes]
 * @property {string} [why]
 * @property {number} [absent]
 * @property {"win" | "draw"} [claim]
 * @property {number} [lag] milliseconds that the clock got back
 * @property {number} [concession]
 * @property {number} [moves]
 * @property {number[]} [places]
 * @property {number[]} [points]
 * @property {string} [rule]
 * @property {string} [secret]
 * @property {string | null} [commitment]
 */
/**
 * @typedef {object} TableMessage
 * @property {"table"} kind
 * @property {string} table
 * @property {boolean} reset
 * @property {TableEvent[]} events
 * @property {{game: string, title: string, rules: string, clock: string, rated: boolean, has_dice: boolean, start: string, concessions: string[], guide: Guide | null}} [about]
 * @property {Seat[]} seats
 * @property {TableState} state
 * @property {number | null} latest
 * @property {number} ply
 * @property {number | null} turn
 * @property {{left: number | null, runs: boolean, lag: number}[]} clocks
 * @property {BoardLayout} [layout]
 * @property {Placement} placement
 * @property {number[]} trail
 * @property {string} position
 * @property {Record<string, Touch>} [touches]
 * @property {{seat: number, offer: string, which: number | null, text: string, awaits: number[]} | null} offer
 * @property {Permissions | null} may
 * @property {{seat: number, claim_in: number}[]} absent players who have left, and the milliseconds until that can be claimed
 * @property {GameResult | null} ending
 * @property {{by: number[], next: string | null}} rematch
 */
/** A game of which only the moves have changed.
 * @typedef {{table: string, moves: number, turn: number | null, your_turn: boolean}} GameProgress */
/** @typedef {{page: number, total: number, tables?: string[], games: (GameSummary | GameProgress)[]}} ListChange */
/** @typedef {"mine" | "open" | "live"} ListName */
/** @typedef {Record<ListName, number>} LobbyPages */
/** @typedef {{kind: "lobby", mine?: ListChange, open?: ListChange, live?: ListChange}} LobbyMessage */
/** Value for the seat to move: a number with its unit, or the plies to a forced win or loss; and its text.
 * @typedef {({value: number, unit: string} | {win: number} | {loss: number}) & {text: string}} Evaluation */
/** @typedef {{kind: "analysis", id: number, ply: number, final: boolean, seat: number | null, best: string | null, evaluation: Evaluation | null, line: string[], depth: number, nodes: number, trail: number[], ending: GameResult | null}} AnalysisMessage */
/** @typedef {{kind: "position", id: number, ply: number, layout: BoardLayout, placement: Placement, trail: number[], position: string}} PlyPosition */
/** @typedef {{do: "move", move: string} | {do: "claim", move: string} | {do: "answer", yes: boolean} | {do: "offer", offer: string, which?: number} | {do: "resign"} | {do: "claim_absence", absent: number, claim: "win" | "draw"} | {do: "client_seed", seed: string}} Action */

/** @typedef {{table: string, game: string, title: string, clock: string, rated: boolean, from: string, to: string, seat: number, seat_title: string, expires_in: number}} Challenge */
/** A line of the chat: a text, or the key of a phrase.
 * @typedef {{number: number, seat: number | null, name: string, own: boolean, text?: string, phrase?: string}} ChatLine */

/** @typedef {{session: string, label: string, created: number, used: number, current: boolean}} Session */
/** @typedef {{name: string, created: number, used: number | null, has_token: boolean}} Bot */
/** @typedef {{table: string, game: string, created: number, home: "server" | "terminal", seats: (string | null)[]}} SavedGame */
/** @typedef {{name: string, registered: boolean, sessions: Session[], games: SavedGame[]}} Account */
/** @typedef {{games: number, wins: number, draws: number, losses: number}} Totals */
/** @typedef {Totals & {game: string, title: string}} GameTotals */
/**
 * @typedef {Totals & {game: string | null, best: string[], weakest: string[], players: (Totals & {name: string})[],
 *   own: Totals & {name: string, registered: boolean, by_game: GameTotals[]}}} Statistics
 */
/** @typedef {{rating: number, deviation: number, games: number}} Rating */
/** Time, rating and deviation after a rated game.
 * @typedef {[number, number, number]} RatingPoint */
/** @typedef {GameTotals & {rating: Rating | null, graph: RatingPoint[]}} ProfileGame */
/** @typedef {{name: string, created: number, games: ProfileGame[]}} Profile */
/** @typedef {{seat: number, name: string | null, who: "you" | "person" | "engine" | "open", registered: boolean, rating: number | null, change: number | null}} FinishedSeat */
/** @typedef {"win" | "draw" | "loss"} ResultName */
/**
 * @typedef {object} FinishedGame
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {string} clock
 * @property {boolean} rated
 * @property {number} created
 * @property {number} finished
 * @property {number} moves
 * @property {ResultName | null} result
 * @property {string[]} formats
 * @property {FinishedSeat[]} seats
 * @property {GameResult} ending
 */
/** @typedef {{games: FinishedGame[], next: string | null}} History */

/** @typedef {{number: number, at: number, kind: "sent" | "received" | "move" | "claim" | "game" | "leds" | "note" | "gap", line: number | null, text: string}} LineEntry */
/** @typedef {{address: string, leds: [boolean, boolean, boolean], disconnected: boolean}} LineStatus */
/** @typedef {{kind: "move" | "reply", left: number}} TimeLeft */
/**
 * @typedef {object} LineView
 * @property {LineStatus[]} lines
 * @property {"opening" | "playing" | "over" | "disconnected"} state
 * @property {number} own
 * @property {number | null} turn
 * @property {number} prompt
 * @property {boolean} awaits_move
 * @property {boolean} finished
 * @property {[TimeLeft | null, TimeLeft | null]} timers
 * @property {Placement} placement
 * @property {number[]} trail
 * @property {number[]} legal
 * @property {[number, number]} discs
 * @property {{winner: number | null, void: boolean, why: string, by: number | null, discs: [number, number]} | null} result
 * @property {{own: number, other: number, ties: number}} score
 */
/**
 * @typedef {object} LineMessage
 * @property {"line"} kind
 * @property {{role: "pc" | "device" | "relay", strict: boolean, engine: string | null}} [about]
 * @property {BoardLayout} [layout]
 * @property {LineView} [view]
 * @property {LineEntry[]} entries
 */

export {};
