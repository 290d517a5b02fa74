-- Late feedback for which no remedy is due, because the session was given as a remedy or has had one. It stays awaited.
alter table awaited_feedback add column is_without_remedy boolean not null default false;
