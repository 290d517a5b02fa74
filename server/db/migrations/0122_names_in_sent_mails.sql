-- migrate: statement by statement
-- Leaves the names out of the mails that were sent before. It waits for nobody and holds nobody up: mails are inserted meanwhile,
-- and only the deletion of an account whose mails are among them waits for its end.
update sent_mails set subject = subject_without_name(subject) where subject <> subject_without_name(subject);
