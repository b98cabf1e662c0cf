// English messages of the common pages. Other pages load their own.

import { board } from "./en.board.js";
import { common } from "./en.common.js";
import { lobby } from "./en.lobby.js";

/** @type {Record<string, string>} */
export const messages = { ...common, ...lobby, ...board };
