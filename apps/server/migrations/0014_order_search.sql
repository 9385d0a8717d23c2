-- Free text over millions of orders. The text of an order stands beside it, so that the many updates of a trip do not
-- touch the trigram index: it is written once, when the order's transaction ends, and again only when a word changes.
create function search_fold(words text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent', words)) $$;

create table order_texts (
  order_id bigint primary key references orders on delete cascade,
  text text not null
);

create function order_text(wanted bigint) returns text
  language sql stable
  as $$
    select search_fold(concat_ws(' ', orders.address, orders.name, orders.client_name, orders.phone,
      nullif(orders.client_phone, orders.phone),
      (select string_agg(p.name, ' ' order by p.position) from order_places p where p.order_id = orders.id and p.position > 0)))
    from orders where orders.id = wanted
  $$;

insert into order_texts (order_id, text) select id, order_text(id) from orders;

create index order_texts_trigrams on order_texts using gin (text gin_trgm_ops);

-- Derived rows are kept by the database, as an index is: every writer of orders, bulk loads included, is served alike.
create function keep_order_text() returns trigger language plpgsql as $$
begin
  insert into order_texts (order_id, text) select orders.id, order_text(orders.id) from orders where orders.id = new.id
    on conflict (order_id) do nothing;
  return null;
end $$;
create constraint trigger orders_keep_text after insert on orders
  deferrable initially deferred for each row execute function keep_order_text();

create function change_order_text() returns trigger language plpgsql as $$
begin
  update order_texts set text = order_text(new.id) where order_id = new.id and text is distinct from order_text(new.id);
  return null;
end $$;
create trigger orders_change_text after update of address, name, client_name, phone, client_phone on orders
  for each row when (
    (old.address, old.name, old.client_name, old.phone, old.client_phone)
    is distinct from (new.address, new.name, new.client_name, new.phone, new.client_phone)
  ) execute function change_order_text();

create function change_text_of_places() returns trigger language plpgsql as $$
begin
  update order_texts set text = order_text(changed.order_id)
    from (select distinct order_id from changed_places) as changed
    where order_texts.order_id = changed.order_id and order_texts.text is distinct from order_text(changed.order_id);
  return null;
end $$;
create trigger order_places_insert_text after insert on order_places
  referencing new table as changed_places for each statement execute function change_text_of_places();
create trigger order_places_update_text after update on order_places
  referencing new table as changed_places for each statement execute function change_text_of_places();
create trigger order_places_delete_text after delete on order_places
  referencing old table as changed_places for each statement execute function change_text_of_places();

-- Books by dispatcher, by call sign, by a contact phone that is not the client's own.
create index orders_dispatcher on orders (dispatcher_id, created_at desc) where dispatcher_id is not null;
create index orders_sign on orders (car_indicativ, created_at desc) where car_indicativ is not null;
create index orders_contact_phone on orders (phone, created_at desc) where phone is distinct from client_phone;
-- The rare kinds of orders: without these a company that has none of a kind would have its whole book read to learn it.
create index orders_drafts on orders (created_by_company_id, created_at desc) where state = 'new' and deleted_at is null;
create index orders_not_cash on orders (created_by_company_id, payment_type, created_at desc)
  where payment_type <> 'cash' and deleted_at is null;
create index orders_online on orders (created_by_company_id, created_at desc)
  where dispatcher_id is null and deleted_at is null;
create index orders_owed on orders (created_by_company_id, created_at desc)
  where driver_payment_bani > 0 and deleted_at is null;
-- What waits for a partner's driver; ordinary orders are not in it.
create index orders_sent on orders using gin (search_company_ids)
  where deleted_at is null and send_to_other_company and search_company_ids <> '{}' and state in ('created', 'pending');

-- People by code and by words of a name.
create index users_identifier on users (lower(identifier) text_pattern_ops) where identifier is not null;
create index users_folded_name on users using gin (search_fold(name) gin_trgm_ops);
create index company_clients_folded_name on company_clients using gin (search_fold(name) gin_trgm_ops);
create index users_phone_prefix on users (phone text_pattern_ops) where phone is not null;
