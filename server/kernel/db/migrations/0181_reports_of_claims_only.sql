-- Reports are read from `checked` alone.

alter table ai_reports alter column report drop not null;
