-- Offers and their price histories. Money is int64 nanos (1e-9 of the currency), instants are UTC seconds.
-- A released migration is never edited; a change is a new step.

CREATE TABLE import (
    id              INTEGER PRIMARY KEY,
    source          TEXT    NOT NULL,                 -- file or name that the caller gave
    fingerprint     TEXT    NOT NULL,                 -- crc32-adler32-length of the bytes read
    feed            TEXT    NOT NULL CHECK (feed IN ('csv', 'aws_spot_json', 'aws_spot_text', 'aws_spot_csv')),
    reader          TEXT    NOT NULL,                 -- version of the library that read it
    imported_utc_s  INTEGER CHECK (imported_utc_s > 0), -- as the caller said; NULL when it did not
    truncated       INTEGER NOT NULL CHECK (truncated IN (0, 1)), -- 1: the feed says that more pages exist
    rows            INTEGER NOT NULL CHECK (rows = accepted + unchanged + rejected),
    accepted        INTEGER NOT NULL CHECK (accepted >= 0),
    unchanged       INTEGER NOT NULL CHECK (unchanged >= 0),
    rejected        INTEGER NOT NULL CHECK (rejected >= 0),
    withdrawn       INTEGER NOT NULL CHECK (withdrawn >= 0)
) STRICT;

CREATE TABLE reject (
    import_id       INTEGER NOT NULL REFERENCES import (id),
    number          INTEGER NOT NULL CHECK (number >= 1), -- order in the import; the first 10,000 are kept
    line            INTEGER NOT NULL CHECK (line >= 0),   -- line of the feed, or entry of a JSON list
    field           TEXT    NOT NULL,
    value           TEXT    NOT NULL,
    reason          TEXT    NOT NULL,
    PRIMARY KEY (import_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
    id              INTEGER PRIMARY KEY,
    text            TEXT    NOT NULL UNIQUE           -- where a row of a feed says that its price comes from
) STRICT;

CREATE TABLE offer (
    id                INTEGER PRIMARY KEY,
    provider          TEXT    NOT NULL CHECK (length(CAST(provider AS BLOB)) BETWEEN 1 AND 15),
    region            TEXT    NOT NULL CHECK (length(CAST(region AS BLOB)) BETWEEN 1 AND 47),
    zone              TEXT    NOT NULL CHECK (length(CAST(zone AS BLOB)) <= 47),
    instance          TEXT    NOT NULL CHECK (length(CAST(instance AS BLOB)) BETWEEN 1 AND 63),
    accelerator       TEXT    NOT NULL CHECK (length(CAST(accelerator AS BLOB)) <= 31), -- catalogue id or feed's word
    accelerator_count REAL    NOT NULL CHECK (accelerator_count >= 0), -- 0: not known
    product           TEXT    NOT NULL CHECK (length(CAST(product AS BLOB)) <= 47),
    term              TEXT    NOT NULL CHECK (term IN ('on_demand', 'spot', 'reserved', 'savings_plan', 'subscription',
                                                       'committed_use')),
    payment           TEXT    NOT NULL CHECK (payment IN ('none', 'partial', 'all')),
    term_hours        INTEGER NOT NULL CHECK ((term_hours = 0) = (term IN ('on_demand', 'spot')) AND term_hours >= 0),
    currency          TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    UNIQUE (provider, region, instance, zone, term, payment, term_hours, product, currency, accelerator,
            accelerator_count)
) STRICT;

-- A step function per offer: a price holds until the next row of its offer. Clustered by offer and time, so that a
-- price as of an instant is one seek and a window one range scan.
CREATE TABLE price (
    offer_id        INTEGER NOT NULL REFERENCES offer (id),
    observed_utc_s  INTEGER NOT NULL CHECK (observed_utc_s > 0),
    hourly_nanos    INTEGER CHECK (hourly_nanos >= 0),  -- NULL: withdrawn from this instant
    upfront_nanos   INTEGER CHECK (upfront_nanos >= 0), -- for the whole term
    import_id       INTEGER NOT NULL REFERENCES import (id),
    source_id       INTEGER REFERENCES source (id),
    PRIMARY KEY (offer_id, observed_utc_s),
    CHECK ((hourly_nanos IS NULL) = (upfront_nanos IS NULL)),
    CHECK (hourly_nanos > 0 OR upfront_nanos > 0)       -- nothing is free
) STRICT, WITHOUT ROWID;

CREATE TRIGGER price_is_not_updated BEFORE UPDATE ON price
BEGIN
    SELECT RAISE(ABORT, 'prices are appended, not updated');
END;

CREATE TRIGGER price_is_not_deleted BEFORE DELETE ON price
BEGIN
    SELECT RAISE(ABORT, 'prices are appended, not deleted');
END;

-- For readers outside the library (docs/price.md).
CREATE VIEW price_history AS
SELECT o.id AS offer_id, o.provider, o.region, o.zone, o.instance, o.accelerator, o.accelerator_count, o.product,
       o.term, o.payment, o.term_hours, o.currency, p.observed_utc_s,
       strftime('%Y-%m-%dT%H:%M:%SZ', p.observed_utc_s, 'unixepoch') AS observed_utc,
       p.hourly_nanos IS NULL AS withdrawn, p.hourly_nanos, p.upfront_nanos,
       p.hourly_nanos + CASE WHEN o.term_hours > 0 THEN p.upfront_nanos / o.term_hours
                                                        + (p.upfront_nanos % o.term_hours > 0)
                             ELSE 0 END AS effective_nanos,
       p.import_id, coalesce(s.text, i.source) AS source
FROM offer o
JOIN price p ON p.offer_id = o.id
JOIN import i ON i.id = p.import_id
LEFT JOIN source s ON s.id = p.source_id;

CREATE VIEW latest_price AS
SELECT h.*
FROM price_history h
WHERE h.observed_utc_s = (SELECT max(p.observed_utc_s) FROM price p WHERE p.offer_id = h.offer_id) AND NOT h.withdrawn;
