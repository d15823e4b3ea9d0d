-- Tenancy and kind of plan of an offer, capacity blocks, feeds that are no instance prices: interruptions, tariffs of
-- network, storage and parts, exchange rates. SQLite changes a CHECK or a UNIQUE only with a new table. Choices are
-- written with OR: for a list of three or more SQLite builds a table each time a row is checked.

DROP VIEW latest_price;
DROP VIEW price_history;

CREATE TABLE new_import (
    id              INTEGER PRIMARY KEY,
    source          TEXT    NOT NULL,                 -- file or name that the caller gave
    fingerprint     TEXT    NOT NULL,                 -- crc32-adler32-length of the bytes read
    feed            TEXT    NOT NULL CHECK (length(feed) > 0), -- GPUCOST_FEED_* in small letters
    reader          TEXT    NOT NULL,                 -- version of the library that read it
    imported_utc_s  INTEGER CHECK (imported_utc_s > 0), -- as the caller said; NULL when it did not
    truncated       INTEGER NOT NULL CHECK (truncated IN (0, 1)), -- 1: the feed says that more pages exist
    rows            INTEGER NOT NULL CHECK (rows = accepted + unchanged + rejected),
    accepted        INTEGER NOT NULL CHECK (accepted >= 0),
    unchanged       INTEGER NOT NULL CHECK (unchanged >= 0),
    rejected        INTEGER NOT NULL CHECK (rejected >= 0),
    withdrawn       INTEGER NOT NULL CHECK (withdrawn >= 0),
    skipped         INTEGER NOT NULL DEFAULT 0 CHECK (skipped >= 0) -- entries of the feed that are no such price
) STRICT;
INSERT INTO new_import SELECT *, 0 FROM import;
DROP TABLE import;
ALTER TABLE new_import RENAME TO import;

CREATE TABLE new_offer (
    id                INTEGER PRIMARY KEY,
    provider          TEXT    NOT NULL CHECK (length(provider) BETWEEN 1 AND 15),
    region            TEXT    NOT NULL CHECK (length(region) BETWEEN 1 AND 47),
    zone              TEXT    NOT NULL CHECK (length(zone) <= 47),
    instance          TEXT    NOT NULL CHECK (length(instance) BETWEEN 1 AND 63),
    accelerator       TEXT    NOT NULL CHECK (length(accelerator) <= 31), -- catalogue id or feed's word
    accelerator_count REAL    NOT NULL CHECK (accelerator_count >= 0), -- 0: not known
    product           TEXT    NOT NULL CHECK (length(product) <= 47),
    term              TEXT    NOT NULL CHECK (term = 'on_demand' OR term = 'spot' OR term = 'reserved'
                                              OR term = 'savings_plan' OR term = 'subscription'
                                              OR term = 'committed_use' OR term = 'capacity_block'),
    payment           TEXT    NOT NULL CHECK (payment = 'none' OR payment = 'partial' OR payment = 'all'),
    term_hours        INTEGER NOT NULL CHECK (term_hours >= 0 AND (term_hours = 0 OR (term <> 'on_demand' AND term <> 'spot'))
                                              AND (term_hours > 0 OR term = 'on_demand' OR term = 'spot' OR term = 'capacity_block')),
    currency          TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    tenancy           TEXT    NOT NULL CHECK (length(tenancy) <= 15), -- '': shared
    plan              TEXT    NOT NULL CHECK (length(plan) <= 31),    -- kind of term; '': the usual one
    UNIQUE (provider, region, instance, zone, term, payment, term_hours, product, currency, accelerator,
            accelerator_count, tenancy, plan)
) STRICT;
INSERT INTO new_offer SELECT *, '', '' FROM offer;
DROP TABLE offer;
ALTER TABLE new_offer RENAME TO offer;

-- How often spot instances are interrupted, as shares of the instances in a month.
CREATE TABLE interruption (
    provider        TEXT    NOT NULL CHECK (length(provider) > 0),
    region          TEXT    NOT NULL CHECK (length(region) > 0),
    instance        TEXT    NOT NULL CHECK (length(instance) > 0),
    product         TEXT    NOT NULL,
    observed_utc_s  INTEGER NOT NULL CHECK (observed_utc_s > 0),
    low             REAL    NOT NULL CHECK (low BETWEEN 0 AND high),
    high            REAL    NOT NULL CHECK (high <= 1),
    saving          REAL    CHECK (saving BETWEEN 0 AND 1),  -- against on-demand, as the feed says; NULL: not said
    import_id       INTEGER NOT NULL REFERENCES import (id),
    PRIMARY KEY (provider, region, instance, product, observed_utc_s)
) STRICT, WITHOUT ROWID;

-- Prices that are not of a whole instance, by volume.
CREATE TABLE tariff (
    provider        TEXT    NOT NULL CHECK (length(provider) > 0),
    region          TEXT    NOT NULL CHECK (length(region) > 0),
    kind            TEXT    NOT NULL CHECK (kind = 'egress' OR kind = 'storage' OR kind = 'part'),
    item            TEXT    NOT NULL,                 -- storage class, name of the part
    target          TEXT    NOT NULL,                 -- egress: region, zone or 'internet'
    term            TEXT    NOT NULL CHECK (term = 'on_demand' OR term = 'spot' OR term = 'committed_use'),
    term_hours      INTEGER NOT NULL CHECK (term_hours >= 0),
    currency        TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    unit            TEXT    NOT NULL CHECK (length(unit) > 0), -- 'GB', 'GiB-month', 'h', ...
    from_quantity   REAL    NOT NULL CHECK (from_quantity >= 0), -- the price holds for units beyond this, a month
    observed_utc_s  INTEGER NOT NULL CHECK (observed_utc_s > 0),
    price_nanos     INTEGER NOT NULL CHECK (price_nanos >= 0), -- a unit; 0 only as a free allowance
    import_id       INTEGER NOT NULL REFERENCES import (id),
    PRIMARY KEY (provider, region, kind, item, target, term, term_hours, currency, unit, from_quantity, observed_utc_s)
) STRICT, WITHOUT ROWID;

CREATE TABLE exchange_rate (
    base            TEXT    NOT NULL CHECK (base GLOB '[A-Z][A-Z][A-Z]'),
    quote           TEXT    NOT NULL CHECK (quote GLOB '[A-Z][A-Z][A-Z]' AND quote <> base),
    observed_utc_s  INTEGER NOT NULL CHECK (observed_utc_s > 0),
    rate_nanos      INTEGER NOT NULL CHECK (rate_nanos > 0), -- 1e-9 units of quote for one of base
    import_id       INTEGER NOT NULL REFERENCES import (id),
    PRIMARY KEY (base, quote, observed_utc_s)
) STRICT, WITHOUT ROWID;

-- For readers outside the library (docs/price.md).
CREATE VIEW price_history AS
SELECT o.id AS offer_id, o.provider, o.region, o.zone, o.instance, o.accelerator, o.accelerator_count, o.product,
       o.term, o.payment, o.term_hours, o.currency, p.observed_utc_s,
       strftime('%Y-%m-%dT%H:%M:%SZ', p.observed_utc_s, 'unixepoch') AS observed_utc,
       p.hourly_nanos IS NULL AS withdrawn, p.hourly_nanos, p.upfront_nanos,
       p.hourly_nanos + CASE WHEN o.term_hours > 0 THEN p.upfront_nanos / o.term_hours
                                                        + (p.upfront_nanos % o.term_hours > 0)
                             ELSE 0 END AS effective_nanos,
       p.import_id, coalesce(s.text, i.source) AS source, o.tenancy, o.plan
FROM offer o
JOIN price p ON p.offer_id = o.id
JOIN import i ON i.id = p.import_id
LEFT JOIN source s ON s.id = p.source_id;

CREATE VIEW latest_price AS
SELECT h.*
FROM price_history h
WHERE h.observed_utc_s = (SELECT max(p.observed_utc_s) FROM price p WHERE p.offer_id = h.offer_id) AND NOT h.withdrawn;

CREATE VIEW latest_interruption AS
SELECT provider, region, instance, product, max(observed_utc_s) AS observed_utc_s, low, high, saving
FROM interruption
GROUP BY provider, region, instance, product;

CREATE VIEW latest_tariff AS
SELECT provider, region, kind, item, target, term, term_hours, currency, unit, from_quantity, observed_utc_s, price_nanos
FROM tariff t
WHERE observed_utc_s = (SELECT max(u.observed_utc_s) FROM tariff u
                        WHERE u.provider = t.provider AND u.region = t.region AND u.kind = t.kind AND u.item = t.item
                              AND u.target = t.target AND u.term = t.term AND u.term_hours = t.term_hours
                              AND u.currency = t.currency AND u.unit = t.unit);
