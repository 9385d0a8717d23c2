import { type Kysely, sql } from 'kysely'
import { limitStatementsOfSession } from '../../apps/server/src/platform/db/limit-statements.ts'
import type { Tables } from '../../apps/server/src/platform/db/tables/tables.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { alternate, type Bench, type BenchRow, percentile } from '../measure.ts'
import { CLIENTS, COMPANY, DRIVERS, loadYear, managerToken, ORDERS } from './a-year.ts'

const ROUNDS = 40
const PER_PAGE = 30
const ENTRIES = 1_000_000
const MAY = 'date_from=2026-05-01+00:00:00&date_to=2026-05-31+23:59:59'

interface Question {
  what: string
  path: string
  body?: Record<string, unknown>
  /** Hand-written SQL for the page, and for its count. */
  from: string
  order: string
  page?: number
}

const clients = `company_clients c join users u on u.id = c.user_id where c.company_id = ${COMPANY} and u.deleted_at is null`
const drivers = `users u join user_roles r on r.user_id = u.id and r.role = 'driver' join driver_status s on s.driver_id = u.id
  where s.company_id = ${COMPANY} and u.deleted_at is null`
const orders = `orders o where o.created_by_company_id = ${COMPANY} and o.deleted_at is null and o.placed_at is not null`
const inMay = `${orders} and o.created_at >= '2026-05-01' and o.created_at < '2026-06-01'`
const entries = `ledger_entries e where e.company_id = ${COMPANY} and e.account = 'driver'`

const QUESTIONS: readonly Question[] = [
  people('clients, newest first', { type: 'client' }, clients, 'u.id desc'),
  people('clients by name, page 300', { type: 'client', sort: 'name', page: 300 }, clients, 'search_fold(c.name)'),
  people(
    'clients of a common name',
    { type: 'client', search: 'popescu' },
    `${clients} and search_fold(c.name) like '%popescu%'`,
    'u.id desc',
  ),
  people(
    'clients of a rare name',
    { type: 'client', search: 'rusu 5f3' },
    `${clients} and search_fold(c.name) like '%rusu%' and search_fold(c.name) like '%5f3%'`,
    'u.id desc',
  ),
  people('drivers by balance', { type: 'driver', sort: '-balance' }, drivers, 's.balance_bani desc'),
  {
    what: 'orders of a month, for the report',
    path: `orders-for-report?${MAY}`,
    from: inMay,
    order: 'o.created_at desc',
  },
  {
    what: 'the same, page 300',
    path: `orders-for-report?${MAY}&page=300`,
    from: inMay,
    order: 'o.created_at desc',
    page: 300,
  },
  {
    what: 'canceled ones of a month',
    path: `orders-for-report?${MAY}&state=canceled`,
    from: `${inMay} and o.state = 'canceled'`,
    order: 'o.created_at desc',
  },
  { what: 'lines of drivers’ accounts', path: 'finances/history?', from: entries, order: 'e.id desc' },
]

/** Lists of the office over a full database: whole requests against hand-written statements for the same page and count. */
export const bench: Bench = {
  name: 'office-lists',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    await installation.db.connection().execute(async (one) => {
      await addEntries(one)
      await loadYear(one)
    })
    const token = await managerToken(installation)
    const rows: BenchRow[] = []
    for (const question of QUESTIONS) {
      const times = await alternate(
        ROUNDS,
        () => ours(installation, token, question),
        () => bare(installation.db, question),
      )
      for (const [name, share] of [
        ['p50', 0.5],
        ['p99', 0.99],
      ] as const) {
        rows.push({
          what: `${question.what}, ${name}`,
          unit: 'ms',
          ours: percentile(times.ours, share),
          peer: percentile(times.peer, share),
          peerName: 'bare SQL',
          better: 'lower',
        })
      }
    }
    return {
      title: 'Lists of the office',
      growsWith: 'the rows of a page and at most 10,000 counted ones; a page far back with the rows before it.',
      rows,
      notes: [
        `${count(ORDERS)} orders, ${count(CLIENTS)} clients, ${count(DRIVERS)} drivers and ${count(ENTRIES)} lines of accounts of one company`,
        `ours is the whole request: scope, ${PER_PAGE} rows drawn with companies, cars, papers and counts; the bare SQL reads ids and the count`,
      ],
    }
  },
}

function count(n: number): string {
  return n.toLocaleString('en-US')
}

function people(what: string, body: Record<string, unknown>, from: string, order: string): Question {
  return { what, path: 'users/list', body, from, order, page: Number(body.page ?? 1) }
}

async function ours({ url }: Installation, token: string, { path, body }: Question): Promise<number> {
  const startedAt = performance.now()
  const address = body ? `${url}/api/${path}` : `${url}/api/${path}&per_page=${PER_PAGE}&company_id=${COMPANY}`
  const answer = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify({ ...body, per_page: PER_PAGE }) } : {}),
  })
  const { data } = (await answer.json()) as { data?: unknown[] }
  if (!data || data.length === 0) throw new Error(`the list ${path} is empty: ${answer.status}`)
  return performance.now() - startedAt
}

async function bare(db: Kysely<Tables>, { from, order, page = 1 }: Question): Promise<number> {
  const startedAt = performance.now()
  await Promise.all([
    sql.raw(`select * from ${from} order by ${order} limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`).execute(db),
    sql.raw(`select count(*) from (select from ${from} limit 10001) as counted`).execute(db),
  ])
  return performance.now() - startedAt
}

/** Cash withdrawals of the demo's drivers. */
async function addEntries(db: Kysely<Tables>): Promise<void> {
  await limitStatementsOfSession(db, 0)
  await sql`alter table ledger_entries disable trigger user`.execute(db)
  await sql`
    with made as (
      insert into ledger_transactions (company_id, kind, created_at)
      select ${COMPANY}, 'withdraw', timestamptz '2025-06-01' + n * interval '30 seconds'
      from generate_series(1, ${ENTRIES}::int) n returning id, created_at
    ), drivers as (select array_agg(driver_id) as ids from driver_status where company_id = ${COMPANY})
    insert into ledger_entries (transaction_id, company_id, account, driver_id, type, amount_bani, balance_after_bani, created_at)
    select id, ${COMPANY}::bigint, 'driver', ids[1 + id % array_length(ids, 1)], 'withdraw', -100, -100, created_at from made, drivers
    union all select id, ${COMPANY}::bigint, 'cash', null, null, 100, null, created_at from made order by 1, 3
  `.execute(db)
  await sql`alter table ledger_entries enable trigger user`.execute(db)
}
