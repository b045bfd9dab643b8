-- Looks for words in what fill.sql has made, each kind of search so many times, and says how long they took.
--
--     psql -v rounds=200 -f search.sql
--
-- Parts of words are looked for only where they have an index (`callboard-central init --substrings`).
\set ON_ERROR_STOP on
\if :{?rounds}
\else
    \set rounds 200
\endif
CREATE TEMPORARY TABLE seen AS
    SELECT word, ndoc, row_number() OVER (ORDER BY ndoc DESC) AS rank FROM ts_stat(format(
        'SELECT array_to_tsvector(string_to_array(words, '' '')) FROM callboard.%I LIMIT 20000',
        (SELECT name FROM callboard.part ORDER BY first DESC OFFSET 2 LIMIT 1)));
CREATE TEMPORARY TABLE search (kind text, took double precision, hits bigint);
SELECT set_config('search.rounds', :'rounds', false) AS rounds;
DO $$
DECLARE
    rounds integer := current_setting('search.rounds');
    common text[] := ARRAY (SELECT quote_literal(word) FROM seen WHERE ndoc BETWEEN 1600 AND 2800);
    medium text[] := ARRAY (SELECT quote_literal(word) FROM seen WHERE ndoc BETWEEN 100 AND 400);
    rare text[] := ARRAY (SELECT quote_literal(word) FROM seen WHERE ndoc = 1 AND word LIKE '____%');
    begun text[] := ARRAY (SELECT quote_literal(left(word, 3)) || ':*' FROM seen
        WHERE ndoc BETWEEN 20 AND 400);
    middles text[] := ARRAY (SELECT substr(word, 2, 4) FROM seen WHERE length(word) >= 5 AND ndoc < 400);
    triples text[] := ARRAY (SELECT substr(word, 2, 3) FROM seen WHERE length(word) >= 4 AND ndoc < 400);
    ends text[] := ARRAY (SELECT right(word, 2) || ' ' FROM seen WHERE ndoc BETWEEN 20 AND 400);
    has_parts boolean := to_regclass('callboard.notice_parts') IS NOT NULL;
    a_site text[] := ARRAY['site 1'];
    a_bridge text[] := ARRAY['bridge 7'];
    queries text[];
    parts text[];
    bridges text[];
    sites text[];
    calls boolean;
    by_sent boolean;
    hits bigint;
    began timestamptz;
BEGIN
    FOR i IN 1 .. rounds LOOP
        FOR kind IN 1 .. CASE WHEN has_parts THEN 17 ELSE 13 END LOOP
            queries := CASE kind
                WHEN 1 THEN common WHEN 2 THEN common WHEN 3 THEN medium WHEN 4 THEN begun
                WHEN 5 THEN rare WHEN 6 THEN ARRAY['''never'''] WHEN 7 THEN common WHEN 8 THEN common
                WHEN 13 THEN rare
                ELSE ARRAY[NULL::text] END;
            sites := CASE WHEN kind = 7 THEN a_site END;
            bridges := CASE WHEN kind IN (8, 10, 13) THEN a_bridge END;
            parts := CASE kind
                WHEN 14 THEN middles WHEN 15 THEN triples WHEN 16 THEN ends WHEN 17 THEN ARRAY['qqxyq'] END;
            calls := kind = 11;
            by_sent := kind <> 12;
            began := clock_timestamp();
            SELECT count(*) INTO hits FROM callboard.find(
                query => CASE WHEN kind IN (2, 3)
                    THEN queries[1 + i % greatest(cardinality(queries), 1)] || ' & ' || common[1 + i * 7 % greatest(cardinality(common), 1)]
                    ELSE queries[1 + i * 31 % greatest(cardinality(queries), 1)] END,
                parts => CASE WHEN parts IS NOT NULL
                    THEN ARRAY[parts[1 + i * 31 % greatest(cardinality(parts), 1)]] END,
                sites => sites, bridges => bridges, only_missed => calls, by_sent => by_sent, most => 20);
            INSERT INTO search VALUES ((ARRAY['common word', 'two common words', 'rare and common word',
                'beginning of words', 'rare word', 'word that is nowhere', 'common word of a site',
                'common word of a bridge', 'newest', 'newest of a bridge', 'missed calls',
                'newest as they came', 'rare word of a bridge', 'four letters in a word',
                'three letters in a word', 'end of words', 'letters that are nowhere'])[kind],
                extract(epoch FROM clock_timestamp() - began) * 1000, hits);
        END LOOP;
    END LOOP;
END
$$;
SELECT kind, count(*) AS times, round(avg(hits), 1) AS hits,
    round(percentile_cont(0.5) WITHIN GROUP (ORDER BY took)::numeric, 2) AS median_ms,
    round(percentile_cont(0.99) WITHIN GROUP (ORDER BY took)::numeric, 2) AS p99_ms,
    round(max(took)::numeric, 2) AS worst_ms
    FROM search GROUP BY kind ORDER BY min(took);
