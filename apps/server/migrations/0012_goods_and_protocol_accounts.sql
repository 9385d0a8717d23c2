-- What is carried, for courier and restaurant orders (GAP-43); taxi orders leave these empty.
alter table orders
  add column package_note text,
  add column cod_bani bigint check (cod_bani >= 0),
  add column weight_g integer check (weight_g > 0),
  -- The kitchen's promise when the order was typed; departure_time is counted from it.
  add column prep_minutes integer check (prep_minutes between 0 and 240);

-- The open amount of one protocol account, read under the lock of its row.
create index orders_of_account on orders (protocol_user_id, created_at desc) where protocol_user_id is not null and deleted_at is null;

alter table company_settings
  -- Couriers of the company end a delivery only with a photo of it.
  add column proof_photo_required boolean not null default false;

-- One photo an order, apart from the row that every list reads.
create table order_proofs (
  order_id bigint primary key references orders on delete cascade,
  driver_id bigint not null references users,
  content_type text not null check (content_type in ('image/jpeg', 'image/png')),
  photo bytea not null check (octet_length(photo) <= 1048576),
  taken_at timestamptz not null
);

-- No limit is null; the old default of 0 meant that nobody had set one.
alter table protocol_companies
  alter column credit_limit_bani drop not null,
  alter column credit_limit_bani drop default,
  add check (credit_limit_bani >= 0),
  -- Where this account's goods are always fetched from; without it a restaurant's own company address.
  add column pickup_name text,
  add column pickup_lat double precision,
  add column pickup_long double precision,
  add check ((pickup_name is null) = (pickup_lat is null) and (pickup_lat is null) = (pickup_long is null));
update protocol_companies set credit_limit_bani = null where credit_limit_bani = 0;
