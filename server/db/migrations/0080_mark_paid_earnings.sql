-- Marks the earnings that were paid before 0076. A migration of its own, because adding the column locks the table, and
-- the calls of an older server must not wait while many rows are updated.
update earnings set paid_out = true from payout_lines line
where line.earning_id = earnings.id and line.kind = 'earned' and not earnings.paid_out;
