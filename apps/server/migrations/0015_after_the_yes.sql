-- What happens to an order between a driver's acceptance and the start of its trip.

-- An order that its driver gives back before the trip is searched again by itself.
alter table company_settings add column search_after_return boolean not null default true;
