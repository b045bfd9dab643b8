-- Fills an empty database of a centre with invented notices, by way of the functions by which bridges hand in, and
-- says how many a second it took. The database must be one that nobody needs.
--
--     psql -v bridges=20 -v batches=100 -f fill.sql
--
-- Several may do it at once, each with other bridges: `-v first=21` begins with the 21st. With
-- `-v days=20` the notices came within so many days, and not within a year.
--
-- Words are as unevenly frequent as those of people (Zipf). Each batch has 500 notices of a bridge, one bridge's after the other
-- throughout that time. What is measured is the function alone, with its commit, but not the inventing.
\set ON_ERROR_STOP on
\if :{?bridges}
\else
    \set bridges 20
\endif
\if :{?batches}
\else
    \set batches 100
\endif
\if :{?first}
\else
    \set first 1
\endif
\if :{?days}
\else
    \set days 365
\endif

CREATE TEMPORARY TABLE invented_word AS
    SELECT number, (ARRAY['ba','ko','li','mu','ne','ra','so','ti','va','zu'])[1 + number % 10]
        || (ARRAY['n','r','s','l','m','t','k'])[1 + number / 10 % 7] || to_hex(number) AS word
    FROM generate_series(1, 20000) number;
ALTER TABLE invented_word ADD PRIMARY KEY (number);
ANALYZE invented_word;
CREATE TEMPORARY TABLE hand_in (rows bigint, took interval);

SELECT set_config('fill.bridges', :'bridges', false), set_config('fill.batches', :'batches', false),
    set_config('fill.first', :'first', false), set_config('fill.days', :'days', false);
DO $$
DECLARE
    bridges integer := current_setting('fill.bridges');
    batches integer := current_setting('fill.batches');
    first integer := current_setting('fill.first');
    time_ms bigint := current_setting('fill.days')::bigint * 86400000;
    now_ms bigint := extract(epoch FROM now()) * 1000;
    b record;
    began timestamptz;
BEGIN
    FOR bridge IN first .. first + bridges - 1 LOOP
        PERFORM callboard.meet(md5('history ' || bridge), 0, '', 'next', 'site ' || bridge % 5,
            'bridge ' || bridge, '1.0');
        FOR batch IN 1 .. batches LOOP
            WITH notice AS (
                SELECT now_ms - time_ms + ((batch - 1) * 500 + i) * (time_ms / (batches * 500)) AS ms,
                    i, CASE WHEN random() < 0.07 THEN 1 ELSE (random() * 11)::integer END AS category,
                    (power(40, random()))::integer AS app, (random() * 1.4)::integer AS phone,
                    'Title ' || (power(2000, random()))::integer AS title, text, text AS words
                FROM generate_series(1, 500) i,
                LATERAL (
                    SELECT string_agg(word, ' ') AS text
                    FROM (SELECT power(20000, random())::integer AS number
                        FROM generate_series(1, 14 + i % 9)) picked
                    JOIN invented_word w USING (number)
                ) words
            )
            SELECT array_agg(ms << 20 | (random() * 1000)::bigint ORDER BY i) AS numbers,
                array_agg('bond' || phone ORDER BY i) AS bonds,
                array_agg('Phone ' || phone ORDER BY i) AS phones, array_agg(ms ORDER BY i) AS received,
                array_agg(CASE WHEN category <> 5 THEN ms - (random() * 1000)::integer END ORDER BY i)
                    AS sent,
                array_agg(category ORDER BY i) AS categories,
                array_agg('com.example.app' || app ORDER BY i) AS app_ids,
                array_agg('App ' || app ORDER BY i) AS apps, array_agg(title ORDER BY i) AS titles,
                array_agg(text ORDER BY i) AS messages,
                array_agg(CASE WHEN category = 1 THEN
                    CASE WHEN random() < 0.2 THEN 'missed' ELSE 'ended' END END ORDER BY i) AS states,
                array_agg(lower(title) || ' ' || words ORDER BY i) AS words,
                array_agg(jsonb_build_object('id', ms, 'phone', 'Phone ' || phone, 'bond', 'bond' || phone,
                    'category', category, 'flags', 0, 'uid', i, 'app_id', 'com.example.app' || app,
                    'app', 'App ' || app, 'title', title, 'subtitle', '', 'message', text,
                    'positive', 'Open', 'negative', 'Clear', 'received', ms, 'sent', ms,
                    'life', jsonb_build_array(jsonb_build_object('change', 'added', 'at', ms)))::text
                    ORDER BY i) AS records,
                array_fill(NULL::bigint, ARRAY[500]) AS no_numbers, array_fill(NULL::text, ARRAY[500]) AS no_texts,
                array_fill(0, ARRAY[500]) AS zeros, array_fill(false, ARRAY[500]) AS falses,
                array_fill(''::text, ARRAY[500]) AS empty
                INTO b FROM notice;
            began := clock_timestamp();
            PERFORM callboard.take(batch, '{}', '{}', '{}', b.numbers, b.bonds, b.phones, b.received,
                b.sent, b.categories, b.zeros, b.app_ids, b.apps, b.titles, b.empty, b.messages, b.states,
                b.no_numbers, b.no_numbers, b.falses, b.no_numbers, b.no_texts, b.no_texts, b.falses,
                b.words, b.records);
            COMMIT;
            INSERT INTO hand_in VALUES (500, clock_timestamp() - began);
            COMMIT;
        END LOOP;
    END LOOP;
END
$$;
SELECT sum(rows) AS notices, round(sum(rows) / extract(epoch FROM sum(took))) AS per_second,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS median, max(took) AS worst FROM hand_in;
