import type { Stand, StandQueuePlace } from '@dispecerat/contract/fleet/stands'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, StandId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import type { Fleet } from '../fleet.public.ts'

type View = z.input<typeof Stand>
type QueueView = z.input<typeof StandQueuePlace>

/** By Romanian name. */
export async function standViews(db: Db, fleet: Fleet, scope: Scope): Promise<View[]> {
  return viewsWhere(db, fleet, ofCompanies(scope))
}

/** The companies whose stands the actor sees, by name. */
export async function standCompanies(db: Db, scope: Scope): Promise<{ id: number; name: string }[]> {
  const mine = ofCompanies(scope, 'id')
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from companies where deleted_at is null and ${mine} order by name collate "und-x-icu", id
  `.execute(db)
  return rows
}

/** `stand.unknown` for another company's stand and for a deleted one. */
export async function standView(db: Db, fleet: Fleet, scope: Scope, id: number): Promise<View> {
  const [stand] = await viewsWhere(db, fleet, sql<boolean>`id = ${id} and ${ofCompanies(scope)}`)
  if (!stand) throw new DomainError('stand.unknown')
  return stand
}

async function viewsWhere(db: Db, fleet: Fleet, condition: RawBuilder<boolean>): Promise<View[]> {
  const { rows } = await sql<Omit<View, 'queue_length'> & { id: StandId }>`
    select id, company_id, name, lat, long, radius_m, polygon_id, capacity, is_active from stands
    where deleted_at is null and ${condition} order by name collate "und-x-icu", id
  `.execute(db)
  return rows.map((row) => ({ ...row, queue_length: fleet.standQueueLength(row.id) }))
}

/** The queue, first come first served; `stand.unknown` like the stand itself. */
export async function standQueueView(db: Db, fleet: Fleet, scope: Scope, id: StandId): Promise<QueueView[]> {
  await standView(db, fleet, scope, id)
  const queue = fleet.standQueue(id)
  const names = await namesOf(
    db,
    queue.map(({ driverId }) => driverId),
  )
  return queue.map(({ driverId, indicativ, arrivedAt, point }, index) => ({
    position: index + 1,
    driver_id: driverId,
    driver_name: names.get(driverId) ?? null,
    indicativ,
    arrived_at: toWireTime(arrivedAt),
    lat: point?.lat ?? null,
    long: point?.long ?? null,
  }))
}

async function namesOf(db: Db, driverIds: readonly DriverId[]): Promise<Map<number, string | null>> {
  if (driverIds.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', driverIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
