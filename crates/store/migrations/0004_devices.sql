-- Chess computers of users: the saved state of each, and the table of its game. A guest may have one before it is stored.
CREATE TABLE devices (
    user TEXT PRIMARY KEY,
    state BLOB NOT NULL,
    table_id TEXT REFERENCES tables (id)
) STRICT, WITHOUT ROWID;
