import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import type pg from 'pg'
import { checkInvariants } from '../../apps/server/src/platform/invariants/check-invariants.ts'
import { until } from '../../apps/server/src/testing/until.ts'
import { readOrderRows } from './console-view.ts'
import { acknowledgedIds, type Journal } from './journal.ts'
import type { People } from './people.ts'
import { untilDatabaseAnswers, type World } from './world.ts'

const SETTLED = { timeoutMs: 150_000, intervalMs: 300 }
const MAX_NAMED = 5

/** Findings after all faults were undone and requests under way have ended; empty when there are none. */
export async function findProblems(world: World, people: People): Promise<string[]> {
  await untilDatabaseAnswers(world.database)
  return [
    ...(await settle(world, people)),
    ...(await checkJournal(world.database.pool, people.journal)),
    ...(await checkViews(people)),
    ...(await brokenInvariants(world)),
    ...world.problems(),
    ...people.heard.problems,
  ]
}

/** Waits until every order ends: its search assigns a driver or gives up, and the driver finishes the trip. */
async function settle({ database }: World, { journal, fleets }: People): Promise<string[]> {
  const ids = acknowledgedIds(journal)
  const open = async () => {
    const statement = `select orders.id, state, trip_state, users.email from orders left join users on users.id = driver_id
      where orders.id = any($1) and state not in ('finished', 'canceled')`
    return (await database.pool.query(statement, [ids])).rows as { id: number; state: string; email: string | null }[]
  }
  try {
    await until('every order has ended', async () => (await open()).length === 0, SETTLED)
    return []
  } catch {
    const views = new Map(fleets.flatMap((fleet) => [...fleet.views()]))
    const named = (await open()).map(
      (row) => `${JSON.stringify(row)}, its driver: ${JSON.stringify(views.get(row.email ?? ''))}`,
    )
    return [`orders never end: ${few(named)}`]
  }
}

interface OrderFacts {
  id: number
  phone: string
  state: string
  note: string | null
  history: Record<string, number>
}

/** Checks that every acknowledged write is there exactly once. */
export async function checkJournal(pool: pg.Pool, { orders, deeds }: Journal): Promise<string[]> {
  const statement = `select orders.id, client_phone as phone, state, about_client as note,
      (select coalesce(json_object_agg(type, n), '{}') from
        (select type, count(*) as n from order_history where order_id = orders.id group by type) h) as history
    from orders where client_phone = any($1)`
  const phones = orders.map(({ phone }) => `+4${phone}`)
  const rows = (await pool.query(statement, [phones])).rows as OrderFacts[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  const problems: string[] = []
  const expectOnce = (id: number, type: string, who: string) => {
    const n = byId.get(id)?.history[type] ?? 0
    if (n !== 1) problems.push(`${who}: the history of order ${id} says ${type} ${n} times`)
  }
  for (const { phone, id, isCanceled, note } of orders) {
    const found = rows.filter((row) => row.phone === `+4${phone}`)
    if (found.length > 1) problems.push(`the order of ${phone} was placed ${found.length} times`)
    if (id === undefined) continue
    if (!found.some((row) => row.id === id)) problems.push(`order ${id} of ${phone} was acknowledged and is lost`)
    if (isCanceled) expectOnce(id, 'canceled', 'a dispatcher canceled')
    if (note !== undefined && byId.get(id)?.note !== note)
      problems.push(`order ${id} has the note ${byId.get(id)?.note}; ${note} was acknowledged`)
  }
  const types: Record<string, string> = { accepted: 'assigned', arrived: 'arrived', started: 'trip_started' }
  for (const { email, deed, orderId } of deeds) expectOnce(orderId, types[deed] ?? deed, `${email} ${deed}`)
  return problems
}

/** Checks that every console and every driver has received the server's state. */
async function checkViews(people: People): Promise<string[]> {
  const different = async () => [...(await differentRows(people)), ...driversWithOrders(people)]
  let found: string[] = []
  const agree = async () => {
    found = await different()
    return found.length === 0
  }
  return until('views agree', agree, { timeoutMs: 30_000, intervalMs: 500 }).then(
    () => [],
    () => [`views differ from the server: ${few(found)}`],
  )
}

async function differentRows({ consoles, journal, reader }: People): Promise<string[]> {
  const truth = await readOrderRows(reader)
  return acknowledgedIds(journal).flatMap((id) =>
    consoles.flatMap(({ name, rows }) => {
      const fields = differentFields(truth.get(id), rows.get(id))
      return fields.length === 0 ? [] : [`${name} has order ${id} with another ${fields.join(', ')}`]
    }),
  )
}

function differentFields(ours: OrderRow | undefined, theirs: OrderRow | undefined): string[] {
  if (ours === undefined || theirs === undefined) return ours === theirs ? [] : ['existence']
  const fields = Object.keys(ours) as (keyof OrderRow)[]
  return fields.flatMap((field) => {
    const [is, shown] = [JSON.stringify(ours[field]), JSON.stringify(theirs[field])]
    return is === shown ? [] : [`${field} (${shown}, not ${is})`]
  })
}

/** Drivers who still have an order, although every order of the run has ended. */
function driversWithOrders({ fleets }: People): string[] {
  return fleets.flatMap((fleet) =>
    [...fleet.views()].flatMap(([email, view]) => {
      const isFree = view.trip === null && view.next === null && view.ringing.length === 0
      return isFree ? [] : [`${email} believes in ${JSON.stringify(view)}`]
    }),
  )
}

async function brokenInvariants({ database }: World): Promise<string[]> {
  const violations = await checkInvariants(database.db, new Date())
  return violations.map(({ rule, ids, notes }) => `broken: ${rule}: ${few(ids)} ${notes.join('; ')}`)
}

function few(items: readonly unknown[]): string {
  const more = items.length > MAX_NAMED ? ` … (${items.length})` : ''
  return items.slice(0, MAX_NAMED).join(', ') + more
}
