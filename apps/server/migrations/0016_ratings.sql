-- What a client thought of the trip, told to the app or to a dispatcher; and what the driver thought of the client, which only
-- the room may read. Once an order and direction.
create table ratings (
  order_id bigint not null references orders on delete cascade,
  direction text not null check (direction in ('of_driver', 'of_client')),
  driver_id bigint not null references users,
  client_id bigint references users,
  stars smallint not null check (stars between 1 and 5),
  tags text[] not null default '{}',
  comment text check (length(comment) <= 500),
  source text not null check (source in ('client_app', 'dispatcher', 'driver_app')),
  given_by bigint references users,
  created_at timestamptz not null,
  primary key (order_id, direction)
);
create index ratings_of_driver on ratings (driver_id, created_at desc, order_id desc) where direction = 'of_driver';
