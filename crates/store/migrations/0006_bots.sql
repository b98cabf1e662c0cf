-- Bots: accounts of programs, each owned by the account of a person. A bot has no password. Its token is stored as SHA-256, in
-- hexadecimal, and is NULL once it is revoked.
CREATE TABLE bots (
    user TEXT PRIMARY KEY REFERENCES users (id),
    owner TEXT NOT NULL REFERENCES users (id),
    token TEXT UNIQUE,
    created INTEGER NOT NULL,
    used INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX bots_by_owner ON bots (owner);
