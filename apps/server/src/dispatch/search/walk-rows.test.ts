import { type Evening, live, type Moment, walkOf } from '@dispecerat/domain/dispatch/search/testing/evening'
import { anEvening, FLEET_SIZE } from '@dispecerat/domain/dispatch/search/testing/random-evening'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, anOrder } from '../../testing/builders.ts'
import { ofType, saveEffects, saveWalk } from './save-walk.store.ts'
import { insertWalk, loadWalk } from './walks.store.ts'

const EVENINGS = 60

/** Drivers the database allows to offer to, with the ids of the engine's evenings. */
async function aFleet(server: TestServer, companyId: CompanyId): Promise<void> {
  const now = server.clock.now()
  await sql`
    insert into users (id, email, created_at)
    select id, 'seara' || id || '@proba.ro', ${now} from generate_series(1, ${FLEET_SIZE}) as id on conflict do nothing
  `.execute(server.db)
  await sql`
    insert into driver_status (driver_id, company_id, on_shift, updated_at)
    select id, ${companyId}, true, ${now} from generate_series(1, ${FLEET_SIZE}) as id
  `.execute(server.db)
}

/** An evening for this order without database refusals. */
function about(evening: Evening, orderId: OrderId): Evening {
  const happenings = evening.happenings.filter(({ what }) => what !== 'notPlaced')
  return { ...evening, request: { ...evening.request, orderId: asId<OrderId>(orderId) }, happenings }
}

/** Writes one decision as the server does, on the state loaded from the rows; the rows must equal what the engine had before. */
async function write(tx: Tx, orderId: OrderId, { before, decision, now }: Moment): Promise<void> {
  const stored = await loadWalk(tx, orderId)
  if (!stored) throw new Error('the walk has a row')
  expect(stored.walk).toEqual(before)
  const { effects, walk } = decision
  const { roundIds, refusals } = await saveEffects(tx, stored, effects, now)
  expect(refusals).toEqual([])
  const written = ofType(effects, 'round.opened').map(({ round }) => round)
  await saveWalk(tx, { ...stored, roundIds }, walk, { now, written })
}

test('a walk loaded from its rows equals the walk that was written, after any events', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  await aFleet(server, companyId)
  const seen = new Set<string>()
  for (const evening of fc.sample(anEvening, { numRuns: EVENINGS, seed: 20_260_301 })) {
    const { orderId } = await anOrder(server, { companyId })
    const moments: Moment[] = []
    const lived = about(evening, orderId)
    live(lived, (moment) => moments.push(moment))
    // One transaction per decision: a long one would delay the event log of every database on the same server.
    const inOne = <T>(work: (tx: Tx) => Promise<T>) => server.db.transaction().execute(work)
    await inOne((tx) => insertWalk(tx, walkOf(lived), { intervalId: null, methodId: null, promisedAt: lived.startsAt }))
    for (const moment of moments) {
      await inOne((tx) => write(tx, orderId, moment))
      for (const { type } of moment.decision.effects) seen.add(type)
    }
    const last = moments.at(-1)
    if (last) expect((await inOne((tx) => loadWalk(tx, orderId)))?.walk).toEqual(last.decision.walk)
    await sql`update search_offers set fate = 'withdrawn', closed_at = ${server.clock.now()} where fate = 'open'`.execute(
      server.db,
    )
  }
  for (const type of ['offer.noted', 'round.pinned', 'walk.queued', 'walk.ended']) {
    expect(seen).toContain(type)
  }
}, 180_000)
