-- The tables of the first version, which kept its library in text files.

CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  edited_at TEXT NOT NULL,     -- '' when never edited
  body TEXT,                   -- null once deleted: the words go, the fact stays until it expires
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX messages_by_expiry ON messages (expires_at);

CREATE TABLE handled_messages (  -- never purged: a message is handled once, however late it comes again
  message_id TEXT PRIMARY KEY,
  chain TEXT NOT NULL,
  snapshot_id TEXT,
  route TEXT,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX snapshots_by_expiry ON snapshots (expires_at);

CREATE TABLE interactions (
  message_id TEXT PRIMARY KEY,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  posted_thread_id TEXT,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  body TEXT NOT NULL           -- the columns above as they were when it was inserted, and all the rest
) STRICT;
CREATE INDEX interactions_by_time ON interactions (created_at);

CREATE TABLE posted_parts (
  message_id TEXT NOT NULL REFERENCES interactions (message_id) ON DELETE CASCADE,
  part INTEGER NOT NULL,
  posted_message_id TEXT NOT NULL,
  PRIMARY KEY (message_id, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX posted_parts_by_post ON posted_parts (posted_message_id);

CREATE TABLE decisions (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  cached_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pair_origins (
  qa_id TEXT PRIMARY KEY,
  link TEXT,
  corrected_source_ids TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  since TEXT NOT NULL,
  renewed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE pair_origins ADD COLUMN author_ids TEXT;  -- JSON, one for each turn; null: nobody knows
ALTER TABLE pair_origins ADD COLUMN snapshot_id TEXT;

CREATE TABLE retractions (       -- with retractions.txt; never purged
  qa_id TEXT PRIMARY KEY,
  retracted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE forgotten (         -- with forgotten.txt; never purged: what was said until then may not be kept again
  user_id TEXT NOT NULL,
  forgotten_at TEXT NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (user_id, forgotten_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE model_usage (       -- a row for each call of a model, booked before it is made
  id INTEGER PRIMARY KEY,
  day TEXT NOT NULL,             -- 2026-02-01, UTC
  operation TEXT NOT NULL,
  guild_id TEXT,
  user_id TEXT,                  -- who asked; null once forgotten
  decision TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL, -- estimates until it is settled
  output_tokens INTEGER NOT NULL,
  cost_usd REAL,                 -- null: the model has no price
  settled INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX model_usage_by_day ON model_usage (day);

CREATE TABLE intake_marks (      -- how far each channel and thread was handed in
  place_id TEXT PRIMARY KEY,
  last_id TEXT NOT NULL,
  moved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX intake_marks_by_time ON intake_marks (moved_at);

CREATE TABLE intake_beginnings ( -- since when each channel is listened to
  channel_id TEXT PRIMARY KEY,
  first_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE votes (
  message_id TEXT NOT NULL REFERENCES interactions (message_id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  helpful INTEGER NOT NULL,
  by_team INTEGER NOT NULL,
  PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE recall_answers (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE REFERENCES interactions (message_id) ON DELETE CASCADE,
  language TEXT,
  sources TEXT,                  -- JSON; null once dropped: it is not kept again
  answered_at INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE recall_questions USING fts5 (terms, tokenize = 'unicode61');
INSERT INTO recall_questions (recall_questions, rank) VALUES ('secure-delete', 1);  -- they are people's words

CREATE TABLE vote_reasons (      -- what a person said about a vote, in their words
  message_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE pauses (
  channel_id TEXT PRIMARY KEY,   -- '' is everywhere
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE caused_posts (      -- made once for a cause
  cause TEXT PRIMARY KEY,
  posted_message_id TEXT NOT NULL,
  posted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX caused_posts_by_post ON caused_posts (posted_message_id);

CREATE TABLE responses (         -- how the answer to a command reaches whoever gave it
  message_id TEXT PRIMARY KEY,
  token TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (           -- the index that a refresh is building, and what went wrong
  source_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  origin TEXT NOT NULL,
  found_by TEXT NOT NULL,        -- the refresh that saw it last
  task TEXT,
  record TEXT,                   -- as in index-cache.json
  described_by TEXT,
  checked_at TEXT,
  next_check_at TEXT,
  failures INTEGER NOT NULL,
  tokens INTEGER,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_by_task ON sources (task, source_id);

CREATE TABLE published_index (   -- what index-cache.json held when Steward wrote it last
  one INTEGER PRIMARY KEY CHECK (one = 1),
  stamp TEXT NOT NULL
) STRICT;

CREATE TABLE url_checks (        -- whether the link of a citation leads somewhere
  url TEXT PRIMARY KEY,
  ok INTEGER NOT NULL,
  status INTEGER,                -- null: there was no answer
  ended_at TEXT NOT NULL,        -- where the redirects did
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX url_checks_by_expiry ON url_checks (expires_at);

CREATE TABLE profile_drafts (    -- a moderator's own, until they take it back
  user_id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  set_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE interactions ADD COLUMN asked_in_thread_id TEXT
  GENERATED ALWAYS AS (json_extract(body, '$.threadId')) VIRTUAL;
CREATE INDEX interactions_by_thread ON interactions (posted_thread_id);
CREATE INDEX interactions_by_asked_thread ON interactions (asked_in_thread_id);

CREATE TABLE evaluations (
  message_id TEXT PRIMARY KEY,
  score INTEGER NOT NULL,          -- 0 to 10
  model TEXT NOT NULL,
  evaluated_at TEXT NOT NULL,
  before_posting INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX evaluations_by_time ON evaluations (evaluated_at);

CREATE TABLE admissions (        -- questions that wait for a cooldown, are being answered, or were; a day
  message_id TEXT PRIMARY KEY,
  guild_id TEXT NOT NULL,
  channel_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  state TEXT NOT NULL,           -- waiting, admitted, posted, ended
  asked_at INTEGER NOT NULL,     -- when it met a cooldown first, or was admitted
  wait_until INTEGER NOT NULL,
  changed_at INTEGER NOT NULL    -- of posted: when the answer was there
) STRICT, WITHOUT ROWID;
CREATE INDEX admissions_by_channel ON admissions (guild_id, channel_id, state);
CREATE INDEX admissions_by_user ON admissions (guild_id, user_id, state);
CREATE INDEX admissions_by_change ON admissions (changed_at);

CREATE TABLE intake_gaps (       -- where messages were left because they were too old when Steward came back
  place_id TEXT PRIMARY KEY,
  noted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
