import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import type { OrderId, PlaceId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export interface PlaceRecord extends NewPlace {
  id: number
}

export async function readPlaces(tx: Tx, orderId: OrderId): Promise<PlaceRecord[]> {
  return tx
    .selectFrom('order_places')
    .select(['id', 'name', 'lat', 'long', 'place_id', 'comment', 'bloc', 'scara', 'reper'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

/** Shifts later positions and inserts the address at `position`. */
export async function insertPlace(tx: Tx, orderId: OrderId, place: NewPlace, position: number): Promise<void> {
  await sql`
    update order_places set position = position + 1 where order_id = ${orderId} and position >= ${position}
  `.execute(tx)
  await tx
    .insertInto('order_places')
    .values({ order_id: orderId, position, ...columnsOfPlace(place) })
    .execute()
}

export async function updatePlace(tx: Tx, placeId: PlaceId, place: NewPlace): Promise<void> {
  await tx.updateTable('order_places').set(columnsOfPlace(place)).where('id', '=', placeId).execute()
}

export async function deletePlace(tx: Tx, orderId: OrderId, placeId: number): Promise<void> {
  await sql`
    with gone as (delete from order_places where id = ${placeId} returning position)
    update order_places set position = order_places.position - 1 from gone
    where order_id = ${orderId} and order_places.position > gone.position
  `.execute(tx)
}

/** `ids` in their new order, complete. */
export async function arrangePlaces(tx: Tx, orderId: OrderId, ids: readonly number[]): Promise<void> {
  await sql`
    update order_places set position = array_position(${[...ids]}::bigint[], id) - 1 where order_id = ${orderId}
  `.execute(tx)
}

function columnsOfPlace({ name, lat, long, place_id, comment, bloc, scara, reper }: NewPlace) {
  return {
    name,
    lat,
    long,
    place_id: place_id || null,
    comment: comment || null,
    bloc: bloc || null,
    scara: scara || null,
    reper: reper || null,
  }
}
