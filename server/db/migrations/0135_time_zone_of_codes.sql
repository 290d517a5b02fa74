-- The browser's time zone, in which the mail with a code says when it was asked for. A sign-up has no account that could know it.
alter table codes add column time_zone text;
