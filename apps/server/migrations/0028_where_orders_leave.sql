-- Where and when placed orders leave, in pieces of the map of about 220 by 230 m, so that the heat of an hour and the usual
-- demand of a zone are read from narrow rows and not from orders and their addresses. One row an order: writers never wait
-- for each other. Some 130 bytes an order with both indexes: five million orders are 650 MB.
create table order_spots (
  order_id bigint primary key references orders on delete cascade,
  company_id bigint not null,
  -- The hour of departure on the wall in Bucharest.
  day date not null,
  hour smallint not null,
  -- Whole steps of 0.002 degrees north and of 0.003 degrees east.
  cell_lat integer not null,
  cell_long integer not null
);

create function order_spots_of(ids bigint[]) returns setof order_spots language sql stable as $$
  select distinct on (o.id) o.id, o.created_by_company_id, wall.at::date, extract(hour from wall.at)::smallint,
    floor(p.lat / 0.002)::integer, floor(p.long / 0.003)::integer
  from orders o
  join order_places p on p.order_id = o.id and p.position = 0
  cross join lateral (select o.departure_time at time zone 'Europe/Bucharest' as at) wall
  where o.id = any(ids) and o.placed_at is not null and o.deleted_at is null
  order by o.id, p.id
$$;

create function keep_order_spots(ids bigint[]) returns void language plpgsql as $$
begin
  delete from order_spots s
    where s.order_id = any(ids) and not exists (select from order_spots_of(array[s.order_id]));
  insert into order_spots as s select * from order_spots_of(ids)
    on conflict (order_id) do update set company_id = excluded.company_id, day = excluded.day, hour = excluded.hour,
      cell_lat = excluded.cell_lat, cell_long = excluded.cell_long
    where (s.company_id, s.day, s.hour, s.cell_lat, s.cell_long)
      is distinct from (excluded.company_id, excluded.day, excluded.hour, excluded.cell_lat, excluded.cell_long);
end $$;

create function spot_of_changed_order() returns trigger language plpgsql as $$
begin
  perform keep_order_spots(array[new.id]);
  return null;
end $$;
-- Of the ten changes in an order's life only placing it, moving its hour and (un)deleting it count.
create trigger orders_change_spot after update of placed_at, deleted_at, departure_time, created_by_company_id on orders
  for each row when (
    (old.placed_at is null) <> (new.placed_at is null) or (old.deleted_at is null) <> (new.deleted_at is null)
    or old.departure_time <> new.departure_time or old.created_by_company_id <> new.created_by_company_id
  ) execute function spot_of_changed_order();

create function spots_of_changed_places() returns trigger language plpgsql as $$
begin
  perform keep_order_spots(array(select distinct order_id from changed_places where position = 0));
  return null;
end $$;
create trigger order_places_insert_spot after insert on order_places
  referencing new table as changed_places for each statement execute function spots_of_changed_places();
create trigger order_places_delete_spot after delete on order_places
  referencing old table as changed_places for each statement execute function spots_of_changed_places();

create function spots_of_moved_places() returns trigger language plpgsql as $$
begin
  perform keep_order_spots(array(
    select distinct after.order_id from after join before on before.id = after.id
    where (before.position = 0 or after.position = 0)
      and (before.position, before.lat, before.long) is distinct from (after.position, after.lat, after.long)));
  return null;
end $$;
create trigger order_places_update_spot after update on order_places
  referencing old table as before new table as after for each statement execute function spots_of_moved_places();

insert into order_spots select s.* from order_spots_of(array(select id from orders)) s;

create index order_spots_hour on order_spots (company_id, hour, day) include (cell_lat, cell_long);
