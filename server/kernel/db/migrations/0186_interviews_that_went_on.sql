-- After an early end both can go on in the room. At the booked end the record is read once more; this is when.
alter table unclear_interviews add column rechecked_at timestamptz;
