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
