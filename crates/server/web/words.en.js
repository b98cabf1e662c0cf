// The English words, by page. Pages that few visit bring their own.

import { board } from "./words/en.board.js";
import { house } from "./words/en.house.js";
import { lobby } from "./words/en.lobby.js";
import { arranging } from "./words/en.new.js";
import { table } from "./words/en.table.js";

/** @type {Record<string, string>} */
export const english = { ...house, ...lobby, ...table, ...arranging, ...board };
