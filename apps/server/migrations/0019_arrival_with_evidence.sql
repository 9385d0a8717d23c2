-- An arrival that the position of the car does not confirm keeps a mark.
alter table orders add column arrival_doubt text check (arrival_doubt in ('far', 'no_position', 'implausible'));
alter table orders add column arrival_metres integer check (arrival_metres >= 0);
alter table company_settings add column arrival_radius_m integer not null default 300 check (arrival_radius_m between 0 and 5000);

-- A trip that ended at once where it began.
alter table orders drop constraint orders_fare_doubt_check;
alter table orders add constraint orders_fare_doubt_check check (fare_doubt in
  ('above_estimate', 'above_time', 'no_trip', 'mock_position'));
