-- What a request with an `Idempotency-Key` answered, so that the same request sent again answers the same. Only requests
-- that changed something are kept, in the transaction of the change.

create table request_keys (
  user_id uuid not null references users (id),
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  -- JSON, written out: it is answered as it is.
  answer text not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index request_keys_by_time on request_keys (created_at);
