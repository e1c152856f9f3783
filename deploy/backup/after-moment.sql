-- Ends what a restore to a moment brings back to life although it had ended since, before a node serves the database:
--
--   psql kampus --set ON_ERROR_STOP=1 --single-transaction --set "moment=2026-09-01 12:00:00+05" --file after-moment.sql

-- A stolen session that was ended, and a device that was signed out, would be good again.
DELETE FROM sessions;
DELETE FROM known_devices;

-- A recovery phone that somebody else added resets a password once it is 72 hours old, and those pass without its member.
UPDATE users SET phone = NULL
WHERE phone IS NOT NULL AND phone_changed_at > :'moment'::timestamptz - interval '72 hours';

-- Nodes make new keys when they start. Under the former, calendar addresses that were renewed since would open again.
DELETE FROM deployment_keys WHERE name IN ('addresses', 'calendars');

-- Ids that were given out since are in links, mails and calendars, and must never be those of something else.
SELECT count(setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + 1000000))
  AS sequences_moved_on
FROM pg_sequences WHERE schemaname = current_schema();
