-- Guests by the SHA-256 of their token, in hexadecimal; the token itself is only in their browser.
CREATE TABLE guests (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    clock TEXT NOT NULL,
    position TEXT NOT NULL,
    secret TEXT NOT NULL,
    host TEXT NOT NULL,
    listed INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'live', 'over', 'withdrawn')),
    created INTEGER NOT NULL,
    next TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_state ON tables (state) WHERE state IN ('waiting', 'live');

-- Who sits where: a guest, an engine by its name, or nobody yet.
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    guest TEXT,
    engine TEXT,
    name TEXT,
    PRIMARY KEY (table_id, seat),
    CHECK (guest IS NULL OR engine IS NULL)
) STRICT, WITHOUT ROWID;

-- What happened, as the lines of a record, each with its seal: all of a table's together are its record.
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
