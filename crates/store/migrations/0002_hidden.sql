-- Finished games that a guest removed from the own list; other players still see them.
CREATE TABLE hidden (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_guest ON seats (guest) WHERE guest IS NOT NULL;
