-- Drivers from whom a dispatcher took the order back: no search offers it to them again, only a dispatcher may.
alter table orders add column excluded_driver_ids bigint[] not null default '{}';

-- A driver whom a dispatcher names gets a ringing offer and must accept it; off: the order is theirs at once.
alter table company_settings add column named_driver_confirms boolean not null default false;
