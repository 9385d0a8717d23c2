-- Whose phone a call is on its way to, and until when it is waited for: one mover at a time, on whichever node.
alter table calls
  add column moves_to bigint references users (id),
  add column moves_until timestamptz;
