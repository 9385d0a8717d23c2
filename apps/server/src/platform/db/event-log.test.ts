import fc from 'fast-check'
import { type ControlledTransaction, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { namedEvent } from '../../testing/test-events.ts'
import type { Db } from './database.ts'
import {
  microsecondsOf,
  newestSeq,
  numberEvents,
  readEventsAfter,
  record,
  removeEventsBefore,
  type StoredEvent,
  startLogAnewAfterRestore,
} from './event-log.ts'
import type { Tables } from './tables/tables.ts'

const NOW = new Date('2026-03-01T18:00:00Z')
const MANY = 10_000

const anEvent = (name: string) => namedEvent(name, { toCompanies: [1] })
const namesOf = (events: readonly StoredEvent[]) => events.map(({ event }) => event)

async function commit(db: Db, ...names: string[]): Promise<void> {
  await db.transaction().execute((tx) => record(tx, names.map(anEvent), NOW))
}

/** Opens a transaction that has recorded an event. */
async function open(db: Db, name: string): Promise<ControlledTransaction<Tables>> {
  const tx = await db.startTransaction().execute()
  await record(tx, [anEvent(name)], NOW)
  // The insert is an unread statement: the reply to the next one proves that it was executed.
  await sql`select 1`.execute(tx)
  return tx
}

async function numberAndRead(db: Db, after = 0): Promise<StoredEvent[]> {
  await numberEvents(db, NOW)
  return readEventsAfter(db, after, MANY)
}

/** Events with their numbers relative to the first one: 1, 2, 3 … shows that there is no gap. */
const counted = (events: readonly StoredEvent[]) =>
  events.map(({ seq, event }) => `${seq - (events[0]?.seq ?? 0) + 1} ${event}`)

test('events are numbered in the order of recording, starting from the current microsecond', async () => {
  await using database = await aDatabase()
  const { db } = database
  const later = new Date(Date.now() + 3_600_000)
  const begin = await newestSeq(db)
  expect(await numberEvents(db, later)).toBe('nothing')
  await commit(db, 'a', 'b')
  await commit(db, 'c')
  expect([await numberEvents(db, later), await newestSeq(db)]).toEqual(['numbered', microsecondsOf(later) + 2])
  expect(counted(await readEventsAfter(db, begin, MANY))).toEqual(['1 a', '2 b', '3 c'])
  await commit(db, 'd')
  expect(namesOf(await numberAndRead(db, microsecondsOf(later) + 1))).toEqual(['c', 'd'])
  expect([await numberEvents(db, later), await newestSeq(db)]).toEqual(['nothing', microsecondsOf(later) + 3])
})

test('a clock that was set back repeats no number', async () => {
  await using database = await aDatabase()
  const { db } = database
  await commit(db, 'a')
  await numberEvents(db, new Date(Date.now() + 3_600_000))
  await commit(db, 'b')
  expect(counted(await numberAndRead(db))).toEqual(['1 a', '2 b'])
})

test('a node that loses the numbering race learns that its own commits may still be unnumbered', async () => {
  await using database = await aDatabase()
  const { db } = database
  await commit(db, 'early')
  const other = await db.startTransaction().execute()
  expect(await numberEvents(other, NOW)).toBe('numbered')
  await commit(db, 'late')
  const racing = numberEvents(db, NOW)
  await expect
    .poll(async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await waiting.execute(db)).rows.length
    })
    .toBe(1)
  await other.commit().execute()
  expect(await racing).toBe('raced')
  expect(namesOf(await numberAndRead(db))).toEqual(['early', 'late'])
})

test('a transaction that recorded first and commits last delays only its own events, which get later numbers', async () => {
  await using database = await aDatabase()
  const { db } = database
  const slow = await open(db, 'slow')
  await commit(db, 'quick')
  expect(namesOf(await numberAndRead(db))).toEqual(['quick'])
  await slow.commit().execute()
  await commit(db, 'late')
  expect(counted(await numberAndRead(db))).toEqual(['1 quick', '2 slow', '3 late'])
})

test('a transaction that got its id before it waited for a lock is numbered after the holder of the lock', async () => {
  await using database = await aDatabase()
  const { db } = database
  const lock = sql`select pg_advisory_xact_lock(1)`
  const first = await db.startTransaction().execute()
  await lock.execute(first)
  const second = await db.startTransaction().execute()
  await sql`select pg_current_xact_id()`.execute(second)
  const waiting = lock.execute(second)
  await record(first, [anEvent('first')], NOW)
  await first.commit().execute()
  await waiting
  await record(second, [anEvent('second')], NOW)
  await second.commit().execute()
  expect(namesOf(await numberAndRead(db))).toEqual(['first', 'second'])
})

test('a rollback leaves no gap within a batch', async () => {
  await using database = await aDatabase()
  const { db } = database
  const undone = await open(db, 'undone')
  await commit(db, 'a')
  await numberEvents(db, NOW)
  await undone.rollback().execute()
  await commit(db, 'b')
  expect(counted(await numberAndRead(db))).toEqual(['1 a', '2 b'])
})

type Step =
  | { do: 'begin' | 'commit' | 'rollback'; tx: number }
  | { do: 'record'; tx: number; events: number }
  | { do: 'number'; nodes: number }
  | { do: 'resume'; client: number; limit: number }

const TRANSACTIONS = 5
const CLIENTS = 3
const aTransaction = fc.nat(TRANSACTIONS - 1)
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const), tx: aTransaction }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('record' as const),
      tx: aTransaction,
      events: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('commit' as const), tx: aTransaction }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rollback' as const), tx: aTransaction }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('number' as const), nodes: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('resume' as const),
      client: fc.nat(CLIENTS - 1),
      limit: fc.integer({ min: 1, max: 5 }),
    }),
  },
)

/** Random scenario: transactions open, record and end in any order, nodes number concurrently, clients connect and disconnect. */
class Scenario {
  readonly #db: Db
  readonly #open = new Map<number, { tx: ControlledTransaction<Tables>; names: string[] }>()
  readonly committed: string[][] = []
  readonly clients: { lastSeq: number; received: StoredEvent[] }[]
  #recorded = 0

  constructor(db: Db, lastSeq: number) {
    this.#db = db
    this.clients = Array.from({ length: CLIENTS }, () => ({ lastSeq, received: [] }))
  }

  async run(step: Step): Promise<void> {
    if (step.do === 'number') await this.#number(step.nodes)
    else if (step.do === 'resume') await this.#resume(step.client, step.limit)
    else if (step.do === 'begin') await this.#begin(step.tx)
    else if (step.do === 'record') await this.#record(step.tx, step.events)
    else await this.#end(step.tx, step.do)
  }

  async finish(): Promise<void> {
    for (const n of this.#open.keys()) await this.#end(n, 'commit')
    await this.#number(1)
    for (const n of this.clients.keys()) await this.#resume(n, MANY)
  }

  async #begin(n: number): Promise<void> {
    if (this.#open.has(n)) return
    this.#open.set(n, { tx: await this.#db.startTransaction().execute(), names: [] })
  }

  async #record(n: number, events: number): Promise<void> {
    const open = this.#open.get(n)
    if (!open) return
    const names = Array.from({ length: events }, () => `e${this.#recorded++}`)
    await record(open.tx, names.map(anEvent), NOW)
    await sql`select 1`.execute(open.tx)
    open.names.push(...names)
  }

  async #end(n: number, how: 'commit' | 'rollback'): Promise<void> {
    const open = this.#open.get(n)
    if (!open) return
    this.#open.delete(n)
    await open.tx[how]().execute()
    if (how === 'commit') this.committed.push(open.names)
  }

  async #number(nodes: number): Promise<void> {
    const numberAll = async () => {
      while ((await numberEvents(this.#db, NOW)) === 'raced');
    }
    await Promise.all(Array.from({ length: nodes }, numberAll))
  }

  async #resume(n: number, limit: number): Promise<void> {
    const client = this.clients[n]
    if (!client) return
    const events = await readEventsAfter(this.#db, client.lastSeq, limit)
    client.received.push(...events)
    client.lastSeq = events.at(-1)?.seq ?? client.lastSeq
  }
}

async function checkScenario({ db }: TestDatabase, steps: readonly Step[]): Promise<void> {
  const begin = await newestSeq(db)
  const scenario = new Scenario(db, begin)
  for (const step of steps) await scenario.run(step)
  await scenario.finish()
  const committed = scenario.committed.flat()
  for (const { received } of scenario.clients) {
    expect(received.map(({ seq }) => seq)).toEqual(committed.map((_, index) => begin + 1 + index))
    expect(namesOf(received).toSorted()).toEqual(committed.toSorted())
    for (const names of scenario.committed) {
      expect(namesOf(received).filter((name) => names.includes(name))).toEqual(names)
    }
  }
}

test('whatever the order of commits and however many nodes number concurrently, a client that resumes gets every event once', async () => {
  await using database = await aDatabase({ max: TRANSACTIONS + 4 })
  const scenarios = fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 60 }), (steps) =>
    checkScenario(database, steps),
  )
  await fc.assert(scenarios, { numRuns: 60 })
})

test('old events are removed, also unnumbered ones; the newest batch stays', async () => {
  await using database = await aDatabase()
  const { db } = database
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  await sql`insert into event_log (seq, at, event, data) values (1, ${at(-60)}, 'without a number', '{}')`.execute(db)
  for (const [minutes, name] of [
    [10, 'oldest'],
    [20, 'older'],
    [30, 'newest'],
  ] as const) {
    await db.transaction().execute((tx) => record(tx, [anEvent(name)], at(minutes)))
    await numberEvents(db, at(minutes))
  }
  await removeEventsBefore(db, at(25))
  expect(namesOf(await readEventsAfter(db, 0, MANY))).toEqual(['newest'])
  await removeEventsBefore(db, at(60))
  await commit(db, 'new')
  expect(namesOf(await numberAndRead(db))).toEqual(['newest', 'new'])
  const { rows } = await sql`select event from event_log order by ordinal`.execute(db)
  expect(rows).toEqual([{ event: 'newest' }, { event: 'new' }])
})

test.each([
  ['of this version', sql`update event_batches set snapshot = '900000000:900000000:'`],
  [
    'of the version before numbers',
    sql`insert into event_log (seq, at, event, data) values (${900_000_000 * 4096}, now(), 'old', '{}')`,
  ],
])(
  'a dump %s restored where transaction ids are lower: the log restarts above every used number',
  async (_, restored) => {
    await using database = await aDatabase()
    const { db } = database
    await commit(db, 'old')
    await numberEvents(db, NOW)
    await startLogAnewAfterRestore(db, NOW)
    expect(namesOf(await readEventsAfter(db, 0, MANY))).toEqual(['old'])
    const before = await newestSeq(db)

    await restored.execute(db)
    await commit(db, 'not numbered')
    await Promise.all([startLogAnewAfterRestore(db, NOW), startLogAnewAfterRestore(db, NOW)])
    await commit(db, 'new')
    const [first, ...others] = await numberAndRead(db)
    expect([first?.event, others]).toEqual(['new', []])
    expect(first?.seq).toBeGreaterThan(before)
  },
)
