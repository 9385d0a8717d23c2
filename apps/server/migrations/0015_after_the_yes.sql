-- What happens to an order between a driver's acceptance and the start of its trip.

-- An order that its driver gives back before the trip is searched again by itself.
alter table company_settings add column search_after_return boolean not null default true;

-- Where a driver waited before the current order: idle since, and the place in a stand's queue. Given back when the order dies without the
-- driver's fault. reserved_stand_until: until then the driver may take the place again, also after a pause; null while the driver has the order.
alter table driver_status
  add column reserved_idle_from timestamptz,
  add column reserved_stand_id bigint references stands on delete set null,
  add column reserved_stand_since timestamptz,
  add column reserved_stand_until timestamptz;

-- The driver's arrival at the pickup, and how long a client may let the driver wait before the order may be canceled as a no-show.
alter table orders add column arrived_at timestamptz;
update orders set arrived_at = (select max(timestamp) from order_history where order_id = orders.id and type = 'arrived')
where state = 'assigned' and trip_state = 'waiting_client';
alter table company_settings add column no_show_wait_min integer not null default 5 check (no_show_wait_min between 0 and 60);
-- Checked apart from adding it: the rows satisfied the narrower condition.
alter table orders drop constraint orders_cancellation_reason_type_check;
alter table orders add constraint orders_cancellation_reason_type_check check (cancellation_reason_type in
  ('driver_canceled', 'call_ended', 'dispatcher_canceled', 'no_drivers_found', 'client_canceled', 'no_show')) not valid;
alter table orders validate constraint orders_cancellation_reason_type_check;
