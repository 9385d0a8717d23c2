import type { QueryOf, ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { MAX_HEAT_DAYS, type readHeat, type readHeatTable } from '@dispecerat/contract/orders/heat'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { ZoneId } from '@dispecerat/domain/kernel/ids'
import { middleOf } from '@dispecerat/domain/orders/heat-cell'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { zoneNames } from '../../geography/zones/zones.public.ts'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { type HeatInput, heatOfCells, heatOfHours } from './heat.views.ts'
import { companyIdsOf } from './statistics.views.ts'

/** A whole county by day; more points add no information and slow down the browser. */
const MAX_CELLS = 5000
const DAY_MS = 86_400_000

/** Orders per map cell; throws FieldErrors for a period that is too long or ends before it begins. */
export async function heat(db: Db, scope: Scope, query: QueryOf<typeof readHeat>): Promise<ReplyOf<typeof readHeat>> {
  const { cells, allOrders, allCells } = await heatOfCells(db, await inputOf(db, scope, query), MAX_CELLS)
  return {
    data: cells.map(({ orders, ...cell }) => ({ ...middleOf(cell), orders })),
    meta: { orders: allOrders, cells_left_out: Math.max(0, allCells - cells.length) },
  }
}

/** The same by zone and hour, the busiest zone first; a cell belongs to the zone that contains its centre. */
export async function heatTable(
  db: Db,
  fleet: Pick<Fleet, 'zoneAt'>,
  scope: Scope,
  query: QueryOf<typeof readHeatTable>,
): Promise<ReplyOf<typeof readHeatTable>> {
  const input = await inputOf(db, scope, query)
  const [cells, names] = await Promise.all([
    heatOfHours(db, input),
    zoneNames(db, { companies: input.companies, ownUserId: null }),
  ])
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const hoursOf = new Map<ZoneId | null, number[]>()
  for (const { companyId, hour, orders, ...cell } of cells) {
    const at = fleet.zoneAt(companyId, middleOf(cell))
    const zoneId = at !== null && nameOf.has(at) ? at : null
    const hours = hoursOf.get(zoneId) ?? new Array<number>(24).fill(0)
    hours[hour] = (hours[hour] ?? 0) + orders
    hoursOf.set(zoneId, hours)
  }
  const data = [...hoursOf].map(([polygonId, hours]) => ({
    polygonId,
    name: polygonId === null ? null : (nameOf.get(polygonId) ?? null),
    hours,
    orders: hours.reduce((sum, one) => sum + one, 0),
  }))
  return { data: data.sort((a, b) => b.orders - a.orders || (a.polygonId ?? 0) - (b.polygonId ?? 0)) }
}

async function inputOf(db: Db, scope: Scope, query: QueryOf<typeof readHeat>): Promise<HeatInput> {
  const { from, to, weekday, hour, company_id } = query
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days < 0) throw new FieldErrors({ to: ['Sfârșitul este înaintea începutului'] })
  if (days > MAX_HEAT_DAYS) throw new FieldErrors({ to: [`Cel mult ${MAX_HEAT_DAYS} de zile`] })
  const companies =
    company_id === undefined ? await companyIdsOf(db, scope) : [await chosenCompany(db, scope, company_id)]
  return { companies, from, to, weekday, hour }
}
