-- The slot of an open proposal is held: nobody can book, remove or move it until the proposal ends. A proposal from before
-- this migration, or from an older server, holds nothing. An older server offers no held slot, for it is not available.
alter table availability drop constraint availability_status_check;
alter table availability add constraint availability_status_check
  check (status in ('available', 'booked', 'removed', 'held'));

alter table move_proposals add column holds_slot boolean not null default false;
create index move_proposals_by_expiry on move_proposals (expires_at) where outcome is null;
create index move_proposals_by_held_slot on move_proposals (interviewer_id, starts_at) where outcome is null and holds_slot;

-- The end of a proposal releases its slot, except during the interviewer's time off. A proposal whose booking has moved
-- to the slot has booked it already.
create function release_held_slot() returns trigger language plpgsql as $$
begin
  update availability slot
    set status = case when is_off then 'removed' else 'available' end, rule_id = case when is_off then null else rule_id end
    from (select exists (
      select from time_off off where off.interviewer_id = new.interviewer_id
        and off.starts_at < new.ends_at and off.ends_at > new.starts_at) as is_off) checked
    where slot.interviewer_id = new.interviewer_id and slot.starts_at = new.starts_at and slot.status = 'held';
  return null;
end $$;
create trigger move_proposals_release_slot after update of outcome on move_proposals
  for each row when (old.outcome is null and new.outcome is not null and new.holds_slot)
  execute function release_held_slot();

-- A booking that is canceled, or moved elsewhere, ends its open proposal, whoever changes the booking.
create function end_proposals_of_booking() returns trigger language plpgsql as $$
begin
  update move_proposals set outcome = 'lapsed', ended_at = now()
    where booking_id = new.id and outcome is null
      and (new.status <> 'pending' or starts_at <> new.starts_at or interviewer_id <> new.interviewer_id);
  return null;
end $$;
create trigger bookings_end_proposals after update on bookings
  for each row when (old.status <> new.status or old.invite_sequence <> new.invite_sequence)
  execute function end_proposals_of_booking();

-- At the end of each transaction an open proposal that holds a slot has a held slot.
create function check_held_slot() returns trigger language plpgsql as $$
begin
  if exists (
    select from move_proposals proposal
      where proposal.interviewer_id = new.interviewer_id and proposal.starts_at = new.starts_at
        and proposal.outcome is null and proposal.holds_slot
        and not exists (
          select from availability slot where slot.interviewer_id = new.interviewer_id
            and slot.starts_at = new.starts_at and slot.status = 'held')) then
    raise exception 'the slot at % is held by a proposal', new.starts_at
      using errcode = 'check_violation', constraint = 'proposals_hold_their_slot';
  end if;
  return null;
end $$;
create constraint trigger move_proposals_hold_slot after insert on move_proposals
  deferrable initially deferred for each row when (new.holds_slot) execute function check_held_slot();
create constraint trigger availability_keeps_held_slot after update of status on availability
  deferrable initially deferred for each row when (old.status = 'held' and new.status <> 'held')
  execute function check_held_slot();
