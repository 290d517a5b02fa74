-- Set on a day that an operator closed: the starts of the free slots by hand that closing it removed. They come back when the day
-- off ends, because no weekly rule makes them again. Null on an interviewer's own time off, and on what an older server writes.
alter table time_off add column closed_slots timestamptz[];
