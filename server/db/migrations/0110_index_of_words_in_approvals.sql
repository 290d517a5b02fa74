-- migrate: statement by statement
-- The lines of an approval name people by address. This index finds the lines about a person who deletes their account, however
-- many approvals there are.
drop index concurrently if exists operator_approvals_words;
create index concurrently operator_approvals_words on operator_approvals using gin (to_tsvector('simple', lines));
