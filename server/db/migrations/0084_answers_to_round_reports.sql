-- Reports of practice rounds are disputed and rated like those of interviews. Each row is about one of the two. The
-- previous version of the server writes rows of interviews, with the same conflict targets as before.
alter table report_disputes drop constraint report_disputes_pkey;
alter table report_disputes alter column booking_id drop not null;
alter table report_disputes add column round_id uuid references practice_rounds (id) on delete cascade;
alter table report_disputes add constraint report_disputes_about_one check (num_nonnulls(booking_id, round_id) = 1);
create unique index report_disputes_of_booking on report_disputes (booking_id, claim_id, party);
create unique index report_disputes_of_round on report_disputes (round_id, claim_id, party);

alter table report_ratings drop constraint report_ratings_pkey;
alter table report_ratings alter column booking_id drop not null;
alter table report_ratings add column round_id uuid references practice_rounds (id) on delete cascade;
alter table report_ratings add constraint report_ratings_about_one check (num_nonnulls(booking_id, round_id) = 1);
create unique index report_ratings_of_booking on report_ratings (booking_id);
create unique index report_ratings_of_round on report_ratings (round_id);

-- A report whose draft failed can be requested again. Every request counts towards a person's limit.
alter table practice_reports add column requests integer not null default 1;
create index practice_reports_by_time on practice_reports (requested_at desc, round_id);
