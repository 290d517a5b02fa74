-- What each element of a whiteboard costs to draw, so that the budget of a board is known without reading it. Elements from
-- before count as nothing here; a page measures the whole board before it draws it.
alter table room_board_elements
  add column area double precision not null default 0,
  add column points integer not null default 0;
