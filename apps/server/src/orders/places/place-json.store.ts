import { sql } from 'kysely'

/** The addresses of `orders` in their order, in wire format. */
export const placesJson = sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'order_id', p.order_id, 'name', p.name, 'lat', p.lat, 'long', p.long,
    'place_id', p.place_id, 'comment', p.comment, 'bloc', p.bloc, 'scara', p.scara, 'reper', p.reper) order by p.position)
  from order_places p where p.order_id = orders.id
), '[]')`
