-- The transcript of an interview: who agreed to it and when, what was said, and who has finished correcting. No audio is stored.

create table room_consents (
  id uuid primary key,
  position bigint generated always as identity,
  booking_id uuid not null references bookings (id),
  user_id uuid not null references users (id),
  -- `withdrawn`: before the other agreed. `ended`: this person stopped a transcript that both had agreed to. `deleted`: this person had the words deleted.
  event text not null check (event in ('given', 'withdrawn', 'ended', 'deleted')),
  happened_at timestamptz not null
);
create index room_consents_of_booking on room_consents (booking_id, position);
create index room_consents_of_user on room_consents (user_id);

create table room_utterances (
  -- Made by the speaker's page, so that an utterance sent again is the same utterance.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  speaker_id uuid not null references users (id),
  language text not null check (language in ('en', 'hi')),
  text text not null check (length(text) between 1 and 20000),
  -- The text before the speaker corrected it; null when it is as it was transcribed.
  original_text text check (length(original_text) between 1 and 20000),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  corrected_at timestamptz
);
create index room_utterances_of_booking on room_utterances (booking_id, started_at);
create index room_utterances_of_speaker on room_utterances (speaker_id);

-- Who has said that they have no more corrections to make.
create table room_transcript_reviews (
  booking_id uuid not null references bookings (id),
  user_id uuid not null references users (id),
  done_at timestamptz not null,
  primary key (booking_id, user_id)
);
create index room_transcript_reviews_of_user on room_transcript_reviews (user_id);
