-- What candidates tell of themselves: the structured resume, and the PDF that stands in its place while there is one.

-- `version` counts the saves, so that of two tabs the later does not overwrite unseen what the earlier wrote.
create table resumes (
  user_id uuid primary key references users (id),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  version integer not null check (version > 0),
  updated_at timestamptz not null
);

create table resume_files (
  user_id uuid primary key references users (id),
  storage_key text not null unique,
  file_name text not null check (char_length(file_name) between 1 and 255),
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  uploaded_at timestamptz not null
);
