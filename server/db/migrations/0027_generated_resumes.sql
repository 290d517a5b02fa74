-- The PDF that was made of a person's structured resume, so that it is made once for each version and not for each download.

create table generated_resumes (
  user_id uuid primary key references users (id),
  -- SHA-256 of everything that is written in the PDF: a change of the resume, the name or the address makes another one.
  content_hash bytea not null,
  storage_key text not null unique,
  made_at timestamptz not null
);
