-- The level and the topic that a person chose for a practice round; null for any. The previous version of the server
-- neither reads nor writes them.
alter table practice_rounds
  add column level text check (level in ('junior', 'mid', 'senior')),
  add column topic text check (length(topic) <= 80);
