import type { TrailColumns } from '@dispecerat/domain/dispatch/replay/world'
import { coarsePoint } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type OfferColumns, offerColumns } from './offer-columns.ts'
import type { PastRange } from './past-orders.store.ts'

/**
 * The two big tables are packed by the database into bytes, four per number: a day of a large fleet is millions of positions, and parsing a
 * row for each would block the event loop for seconds.
 */
const BYTES_PER_POSITION = 12
/** Millionths of a degree, as in the columns. */
const MILLIONTHS = 1e6
/** Drivers per statement: some two hundred thousand positions. */
const DRIVERS_TOGETHER = 20
/** Margin around the range: before it a position may be as old as the longest silence of a phone, after it trips still run. */
const MARGIN = { before: sql`interval '5 minutes'`, after: sql`interval '1 hour'` }

export interface PastTrails {
  columns: TrailColumns
  /** Rows of each driver, [first, end). */
  rowsOf: Map<DriverId, { first: number; end: number }>
}

/** Recorded positions of the drivers in memory shared between threads; those of other companies' drivers are coarse. */
export async function pastTrails(
  db: Db,
  driverIds: readonly DriverId[],
  range: PastRange & { isOwn: (driverId: DriverId) => boolean },
): Promise<PastTrails> {
  const packed: { driverId: DriverId; bytes: Buffer }[] = []
  for (let at = 0; at < driverIds.length; at += DRIVERS_TOGETHER) {
    packed.push(...(await packedTrails(db, driverIds.slice(at, at + DRIVERS_TOGETHER), range)))
  }
  const total = packed.reduce((sum, { bytes }) => sum + bytes.length / BYTES_PER_POSITION, 0)
  const columns: TrailColumns = { at: sharedColumn(total), lat: sharedColumn(total), long: sharedColumn(total) }
  const rowsOf: PastTrails['rowsOf'] = new Map()
  let row = 0
  for (const { driverId, bytes } of packed) {
    const first = row
    for (let place = 0; place < bytes.length; place += BYTES_PER_POSITION) {
      columns.at[row] = bytes.readInt32BE(place)
      columns.lat[row] = bytes.readInt32BE(place + 4)
      columns.long[row] = bytes.readInt32BE(place + 8)
      row += 1
    }
    if (!range.isOwn(driverId)) coarsen(columns, { first, end: row })
    rowsOf.set(driverId, { first, end: row })
  }
  return { columns, rowsOf }
}

function coarsen({ lat, long }: TrailColumns, { first, end }: { first: number; end: number }): void {
  for (let row = first; row < end; row++) {
    const point = coarsePoint({ lat: (lat[row] ?? 0) / MILLIONTHS, long: (long[row] ?? 0) / MILLIONTHS })
    lat[row] = Math.round(point.lat * MILLIONTHS)
    long[row] = Math.round(point.long * MILLIONTHS)
  }
}

async function packedTrails(db: Db, driverIds: readonly DriverId[], { from, to }: PastRange) {
  const { rows } = await sql<{ driverId: DriverId; bytes: Buffer }>`
    select driver_id as "driverId", string_agg(
      int4send((date_part('epoch', recorded_at - ${from}::timestamptz) * 1000)::int)
        || int4send((lat * 1e6)::int) || int4send((long * 1e6)::int), '' order by recorded_at) as bytes
    from driver_trail
    where driver_id = any(${[...driverIds]}::bigint[])
      and recorded_at >= ${from}::timestamptz - ${MARGIN.before} and recorded_at < ${to}::timestamptz + ${MARGIN.after}
    group by driver_id order by driver_id
  `.execute(db)
  return rows
}

/** Enough to model each driver, and fast to read. */
const MAX_OFFERS = 60_000
const LEARN_FROM = sql`interval '14 days'`

/** The company's newest past offers before the range's end. */
export async function pastOffers(db: Db, { companyId, to }: PastRange): Promise<OfferColumns> {
  const { rows } = await sql<{ bytes: Buffer | null }>`
    select string_agg(int4send("driverId") || int4send(metres) || int4send(hour) || int4send(marks) || int4send(ms), '')
      as bytes
    from (
      select offer.driver_id::int as "driverId", offer.metres,
        extract(hour from offer.notified_at at time zone 'Europe/Bucharest')::int as hour,
        (case when is_exclusive then 1 else 0 end) | (case when delivered_at is not null then 2 else 0 end)
          | (case when viewed_at is not null then 4 else 0 end)
          | (case when fate in ('accepted', 'accepted_then_returned') then 8 when fate = 'refused' then 16 else 0 end)
          as marks,
        least(greatest(date_part('epoch', offer.closed_at - offer.notified_at) * 1000, 0), 3600000)::int as ms
      from (select id from orders where created_by_company_id = ${companyId} and not is_test
        and created_at >= ${to}::timestamptz - ${LEARN_FROM} and created_at < ${to} order by created_at desc) as past
      join search_offers as offer on offer.order_id = past.id
      where fate <> 'open'
      limit ${MAX_OFFERS}
    ) as offers
  `.execute(db)
  return offerColumns(rows[0]?.bytes ?? Buffer.alloc(0))
}

function sharedColumn(rows: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(rows * Int32Array.BYTES_PER_ELEMENT))
}

/** The company and every partner that its past orders were sent to. */
export function companiesIn(
  companyId: CompanyId,
  orders: readonly { partnerIds: readonly CompanyId[] }[],
): CompanyId[] {
  return [...new Set([companyId, ...orders.flatMap(({ partnerIds }) => partnerIds)])]
}
