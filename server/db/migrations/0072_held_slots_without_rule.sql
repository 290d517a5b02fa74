-- Weekly hours that are deleted or changed while one of their slots is held reach the slot when it is released: the slot
-- of deleted hours is removed, and the others are looked at next.
alter table availability add column removed_when_released boolean not null default false;

create or replace function release_held_slot() returns trigger language plpgsql as $$
begin
  update availability slot
    set status = case when is_off or slot.removed_when_released then 'removed' else 'available' end,
        rule_id = case when is_off then null else rule_id end
    from (select exists (
      select from time_off off where off.interviewer_id = new.interviewer_id
        and off.starts_at < new.ends_at and off.ends_at > new.starts_at) as is_off) checked
    where slot.interviewer_id = new.interviewer_id and slot.starts_at = new.starts_at and slot.status = 'held';
  update weekly_generation set due_at = 'epoch' where interviewer_id = new.interviewer_id;
  return null;
end $$;
