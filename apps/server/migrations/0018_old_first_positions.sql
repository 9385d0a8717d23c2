-- A first position that may be old.
alter table driver_last_positions drop constraint driver_last_positions_implausible_check;
alter table driver_last_positions add constraint driver_last_positions_implausible_check
  check (implausible in ('jump', 'mock', 'old'));
