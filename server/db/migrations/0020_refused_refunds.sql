-- Why the provider does not give a refund's money back, in its words, while that is so.
alter table refunds
  add column refusal text,
  add column refused_at timestamptz,
  add constraint refunds_refused_when check ((refusal is null) = (refused_at is null)),
  add constraint refunds_done_is_not_refused check (status <> 'done' or refusal is null);
