-- Users whose challenges and chat a user does not receive, with their names when they were blocked.
CREATE TABLE blocks (
    user TEXT NOT NULL,
    blocked TEXT NOT NULL,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (user, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked);
