-- The state of an element that the contract's schema accepted before it was stored: the schema's revision, the version
-- and the nonce. A read sends such an element as it is stored; it checks all others, such as those of an older server,
-- which changes the version or the nonce and leaves this column as it is.
alter table room_board_elements add column checked_as text;
