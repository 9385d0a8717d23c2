-- Who ordered for itself. A business account is no dispatcher: its own order is an online order, as one from a driver's or client's phone.
alter table orders add column ordered_by_account_id bigint references users (id);
create index orders_ordered_by_account on orders (ordered_by_account_id) where ordered_by_account_id is not null;

-- Who also dispatches took an order down as a dispatcher, whoever pays for it.
update orders set ordered_by_account_id = dispatcher_id, dispatcher_id = null
where dispatcher_id in (select user_id from protocol_companies)
  and dispatcher_id not in (select user_id from user_roles where role in ('dispatcher', 'company_admin', 'admin'));
