// The English words, by page.

import { board } from "./words/en.board.js";
import { editor } from "./words/en.editor.js";
import { house } from "./words/en.house.js";
import { lobby } from "./words/en.lobby.js";
import { arranging } from "./words/en.new.js";
import { queens } from "./words/en.queens.js";
import { table } from "./words/en.table.js";

/** @type {Record<string, string>} */
export const english = { ...house, ...lobby, ...table, ...arranging, ...board, ...queens, ...editor };
