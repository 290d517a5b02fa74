-- The figures that a run drew: PNG files in base64, each with a text that describes it.
alter table room_code_runs add column figures jsonb not null default '[]'
  check (jsonb_typeof(figures) = 'array' and jsonb_array_length(figures) <= 3);
