-- Users: accounts, and guests, who have no login name and no password.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    login TEXT UNIQUE,
    password TEXT,
    created INTEGER NOT NULL,
    CHECK ((login IS NULL) = (password IS NULL))
) STRICT, WITHOUT ROWID;

-- Sessions by the SHA-256 of their token, in hexadecimal; the token itself is only in a browser or in a terminal's file.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL REFERENCES users (id),
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user);

-- Until now a guest was the hash of its token.
INSERT INTO users (id, name, created) SELECT id, name, created FROM guests;
INSERT INTO users (id, name, created)
    SELECT guest, max(name), 0 FROM seats WHERE guest IS NOT NULL AND guest NOT IN (SELECT id FROM users) GROUP BY guest;
INSERT INTO sessions (id, user, label, created, used) SELECT id, id, 'browser', created, created FROM users;
DROP TABLE guests;

DROP INDEX seats_by_guest;
ALTER TABLE seats RENAME COLUMN guest TO user;
ALTER TABLE hidden RENAME COLUMN guest TO user;
CREATE INDEX seats_by_user ON seats (user) WHERE user IS NOT NULL;

-- Another person at the screen of the user who opened the table.
ALTER TABLE seats ADD COLUMN at_screen INTEGER NOT NULL DEFAULT 0;
-- Result of the seat, once the game is over; "counted" if it counts for the user's statistics.
ALTER TABLE seats ADD COLUMN result TEXT CHECK (result IN ('win', 'draw', 'loss'));
ALTER TABLE seats ADD COLUMN place INTEGER;
ALTER TABLE seats ADD COLUMN points INTEGER;
ALTER TABLE seats ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;

ALTER TABLE tables ADD COLUMN game TEXT NOT NULL DEFAULT '';
-- Program that plays the game: the server, or a terminal on the same data.
ALTER TABLE tables ADD COLUMN home TEXT NOT NULL DEFAULT 'server' CHECK (home IN ('server', 'terminal'));
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
-- Time of the end, the rule that ended the game, and the number of moves.
ALTER TABLE tables ADD COLUMN finished INTEGER;
ALTER TABLE tables ADD COLUMN rule TEXT;
ALTER TABLE tables ADD COLUMN moves INTEGER;

CREATE INDEX tables_by_end ON tables (finished) WHERE finished IS NOT NULL;

-- Current rating of each user in each game, and its history.
CREATE TABLE ratings (
    user TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_changes (
    table_id TEXT NOT NULL REFERENCES tables (id),
    user TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    deviation REAL NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_user ON rating_changes (user, game, at);
