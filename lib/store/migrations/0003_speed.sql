-- Records of an offer in one period of 30 days, packed (store_block.h): a year of a busy offer is read in a few rows. A
-- copy: the table price is the truth, and what has no block is read from there.
CREATE TABLE price_block (
    offer_id        INTEGER NOT NULL REFERENCES offer (id),
    period          INTEGER NOT NULL CHECK (period >= 0), -- observed_utc_s / 2592000
    records         INTEGER NOT NULL CHECK (records > 0),
    data            BLOB    NOT NULL,
    PRIMARY KEY (offer_id, period)
) STRICT; -- by rowid: a large value in a key's tree leaves most of a page empty

-- Quotes ask for an accelerator or an instance type, in any case, of all that a store holds.
CREATE INDEX offer_accelerator ON offer (accelerator COLLATE NOCASE);
CREATE INDEX offer_instance ON offer (instance COLLATE NOCASE);

-- The last price of a store without a look at each offer.
ALTER TABLE import ADD COLUMN last_utc_s INTEGER; -- of the prices that it added, not later than the store's last; NULL: none
CREATE INDEX import_last ON import (last_utc_s);
UPDATE import SET last_utc_s = newest.utc_s
FROM (SELECT import_id, max(observed_utc_s) AS utc_s FROM price WHERE hourly_nanos IS NOT NULL GROUP BY import_id) AS newest
WHERE newest.import_id = id;

-- The same views as before. The plus lets no plan begin with the records: it goes from offers to their records, by the key.
DROP VIEW latest_price;
DROP VIEW price_history;
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
JOIN price p ON p.offer_id = +o.id
JOIN import i ON i.id = p.import_id
LEFT JOIN source s ON s.id = p.source_id;

CREATE VIEW latest_price AS
SELECT h.*
FROM price_history h
WHERE h.observed_utc_s = (SELECT max(p.observed_utc_s) FROM price p WHERE p.offer_id = h.offer_id) AND NOT h.withdrawn;
