-- All attempts at the report of a practice round that was requested once share one budget of tokens. A new request
-- begins again at zero. The previous version of the server ignores the column. input_tokens, output_tokens and
-- cost_micros are those of all attempts from now on, also of those that failed.
alter table practice_reports add column request_tokens integer not null default 0 check (request_tokens >= 0);
