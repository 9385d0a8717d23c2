import { type Kysely, sql } from 'kysely'
import { limitStatementsOfSession } from '../../apps/server/src/platform/db/limit-statements.ts'
import type { Tables } from '../../apps/server/src/platform/db/tables/tables.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { alternate, type Bench, type BenchRow, median, percentile } from '../measure.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 500_000)
const AT_ONCE = 25_000
const ROUNDS = 9
const PER_PAGE = 15

interface Question {
  what: string
  body: Record<string, unknown>
  /** Hand-written SQL for the page and for its count, for this company only. */
  where: string
}

const COMPANY = 1
const QUESTIONS: readonly Question[] = [
  { what: 'everything, newest first', body: {}, where: 'true' },
  { what: 'a rare word', body: { search: 'nume4711x' }, where: text('nume4711x') },
  { what: 'a word of every third order', body: { search: 'bulevardul' }, where: text('bulevardul') },
  { what: 'two words', body: { search: 'bulevardul 4711x' }, where: `${text('bulevardul')} and ${text('4711x')}` },
  { what: 'a phone', body: { by: 'phone', term: '0755004711' }, where: "o.client_phone = '+40755004711'" },
  { what: 'a call sign', body: { by: 'sign', term: 'X214' }, where: "o.car_indicativ = 'X214'" },
  { what: 'canceled ones', body: { states: ['canceled'] }, where: "o.state = 'canceled'" },
]

function text(word: string): string {
  return `exists (select from order_texts t where t.order_id = o.id and t.text like '%${word}%')`
}

/** POST /api/orders/search over half a million orders, against hand-written statements for the same page and count. */
export const bench: Bench = {
  name: 'order-search',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    const loaded = await installation.db.connection().execute((one) => loadOrders(one))
    const rows: BenchRow[] = []
    const slowest: number[] = []
    for (const question of QUESTIONS) {
      const times = await alternate(
        ROUNDS,
        () => ours(installation, question),
        () => bare(installation.db, question),
      )
      slowest.push(percentile(times.ours, 0.95))
      const { what } = question
      rows.push({
        what,
        unit: 'ms',
        ours: median(times.ours),
        peer: median(times.peer),
        peerName: 'bare SQL',
        better: 'lower',
      })
    }
    return {
      title: 'Searching orders',
      growsWith:
        'the rows of a page and at most 10,000 counted ones; with all orders only where a word stands in most of them.',
      rows,
      notes: [
        `${ORDERS.toLocaleString('en-US')} orders of one company; slowest p95 ${Math.max(...slowest).toFixed(0)} ms`,
        `ours is the whole request: scope, page, capped count, ${PER_PAGE} orders drawn with places, driver and client; the bare SQL reads ids and the count`,
        `keeping the text costs a placed order ${loaded.toFixed(2)} ms of bulk insert, measured over ${AT_ONCE.toLocaleString('en-US')} rows with and without its triggers`,
      ],
    }
  },
}

async function ours({ url, dispatcherToken }: Installation, { body }: Question): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`${url}/api/orders/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dispatcherToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, per_page: PER_PAGE }),
  })
  const { data } = (await answer.json()) as { data: unknown[] }
  if (data.length === 0) throw new Error('a search of the bench found nothing')
  return performance.now() - startedAt
}

async function bare(db: Kysely<Tables>, { where }: Question): Promise<number> {
  const from = sql.raw(`from orders o where o.created_by_company_id = ${COMPANY} and o.deleted_at is null and ${where}`)
  const startedAt = performance.now()
  await Promise.all([
    sql`select o.id ${from} order by o.created_at desc, o.id desc limit ${sql.lit(PER_PAGE)}`.execute(db),
    sql`select count(*) from (select ${from} limit 10001) as counted`.execute(db),
  ])
  return performance.now() - startedAt
}

/** Fills the orders; returns the milliseconds that the search text of a row costs when the triggers write it. */
async function loadOrders(db: Kysely<Tables>): Promise<number> {
  await limitStatementsOfSession(db, 0)
  const withTriggers = await insert(db, 0, AT_ONCE)
  await sql`alter table orders disable trigger user`.execute(db)
  const without = await insert(db, AT_ONCE, AT_ONCE)
  for (let from = 2 * AT_ONCE; from < ORDERS; from += AT_ONCE) await insert(db, from, AT_ONCE)
  await sql`alter table orders enable trigger user`.execute(db)
  await sql`
    insert into order_texts (order_id, text) select o.id, order_text(o.id) from orders o
    where not exists (select from order_texts t where t.order_id = o.id)
  `.execute(db)
  for (const table of ['orders', 'order_texts']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  return (withTriggers - without) / AT_ONCE
}

async function insert(db: Kysely<Tables>, from: number, count: number): Promise<number> {
  const startedAt = performance.now()
  await sql`
    insert into orders (state, cancellation_reason_type, client_phone, phone, name, address, created_by_company_id,
      departure_time, placed_at, canceled_at, created_at, updated_at, car_indicativ)
    select 'canceled', 'no_drivers_found', '+40755' || lpad(n::text, 6, '0'), '+40755' || lpad(n::text, 6, '0'),
      'Nume' || n || 'x', (array['Strada ', 'Bulevardul ', 'Aleea '])[1 + n % 3] || md5((n % 3000)::text), ${COMPANY},
      moment, moment, moment, moment, moment, 'X' || n % 400
    from generate_series(${from}::int, ${from + count - 1}::int) as n,
      lateral (select timestamptz '2026-06-01' - n * interval '20 seconds' as moment) as at
  `.execute(db)
  return performance.now() - startedAt
}
