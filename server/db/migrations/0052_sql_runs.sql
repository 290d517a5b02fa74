-- SQL runs in the page, too.
alter table room_code_runs drop constraint room_code_runs_language_check;
alter table room_code_runs add constraint room_code_runs_language_check
  check (language in ('python', 'javascript', 'sql'));
