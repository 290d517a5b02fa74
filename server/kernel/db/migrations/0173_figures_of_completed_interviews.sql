-- An interviewer's interviews are the completed ones, on every page. Days with a missed one are computed again.
insert into figure_changes (at)
select starts_at from bookings
where status in ('no_show_interviewee', 'no_show_interviewer')
  and starts_at < (select until from figure_progress);
