-- Who ordered for itself. A business account is no dispatcher: its own order is an online order, as one from a driver's or client's phone.
alter table orders add column ordered_by_account_id bigint references users (id);
create index orders_ordered_by_account on orders (ordered_by_account_id) where ordered_by_account_id is not null;

update orders set ordered_by_account_id = dispatcher_id, dispatcher_id = null
where dispatcher_id is not null and (
  dispatcher_id = protocol_user_id
  or (exists (select from protocol_companies account where account.user_id = orders.dispatcher_id)
    and not exists (select from user_roles role where role.user_id = orders.dispatcher_id
      and role.role in ('dispatcher', 'company_admin', 'admin'))));
