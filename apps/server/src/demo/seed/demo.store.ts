import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { limitStatements } from '../../platform/db/limit-statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { SeedRow } from './demo-rows.ts'
import type { TrailLeg } from './past/demo-duty-past.ts'
import type { PastMovement } from './past/demo-money.ts'

/** A month is then a handful of statements, and each stays below the statement timeout on a slow machine. */
const ROWS_PER_STATEMENT = 4000

/** Inserts rows that all have the same columns; other columns get their default. */
export async function insertRows<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly SeedRow<Table>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${some}::jsonb)
    `.execute(tx)
  }
}

/** The database interpolates the points: tens of thousands of rows from a few thousand legs. */
export async function insertTrail(tx: Tx, legs: readonly TrailLeg[]): Promise<void> {
  await sql`
    insert into driver_trail (driver_id, recorded_at, lat, long, order_id)
    select "driverId", at, lat + ("toLat" - lat) * share, long + ("toLong" - long) * share, "orderId"
    from jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) as leg("driverId" bigint, "orderId" bigint,
      since timestamptz, until timestamptz, lat double precision, long double precision, "toLat" double precision,
      "toLong" double precision, every integer)
    cross join generate_series(since, until - interval '1 second', make_interval(secs => every)) as at
    cross join lateral (select date_part('epoch', at - since) / date_part('epoch', until - since) as share) as way
    order by at, "driverId"
  `.execute(tx)
}

/**
 * These triggers add each row to the totals of reports. For a whole month that takes longer than all other inserts together, so they are
 * disabled and the totals computed once.
 */
const TRIGGERS_OF_SEARCHES = [
  ['search_walks', 'search_walks_added_facts'],
  ['search_offers', 'search_offers_added_sums'],
] as const

/** `insert` writes walks, rounds and offers. Disabling triggers is safe because no other session uses the database yet. */
export async function withSearchTotals(tx: Tx, insert: () => Promise<void>): Promise<void> {
  for (const [table, trigger] of TRIGGERS_OF_SEARCHES) {
    await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(trigger)}`.execute(tx)
  }
  await insert()
  for (const [table, trigger] of TRIGGERS_OF_SEARCHES) {
    await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(trigger)}`.execute(tx)
  }
  // Without statistics the planner chooses nested loops, as if the tables were empty.
  await sql`analyze search_rounds (id, walk_id), search_offers (round_id)`.execute(tx)
  await sql`
    insert into offer_sums
    select m.driver_id, m.day, sum(m.offers), sum(m.accepted), sum(m.returned), sum(m.refused), sum(m.unanswered), sum(m.unseen),
      sum(m.undelivered), sum(m.lost), sum(m.withdrawn), sum(m.metres)
    from search_offers o cross join lateral offer_sum_marks(o) m group by 1, 2
  `.execute(tx)
  await sql`insert into search_facts select * from search_facts_of(array(select id from search_walks))`.execute(tx)
  await sql`analyze offer_sums, search_facts`.execute(tx)
}

const MOVEMENTS_PER_STATEMENT = 1000

/** Triggers of the ledger require all entries of a transaction in one statement, and compute the balances. */
export async function insertLedger(tx: Tx, movements: readonly PastMovement[]): Promise<void> {
  for (let at = 0; at < movements.length; at += MOVEMENTS_PER_STATEMENT) {
    const some = movements
      .slice(at, at + MOVEMENTS_PER_STATEMENT)
      .map((movement, index) => ({ n: at + index + 1, ...movement }))
    await sql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given(n bigint, "companyId" bigint, kind text,
          "orderId" bigint, by bigint, method text, at timestamptz, entries jsonb)
      ), written as (
        insert into ledger_transactions (id, company_id, kind, order_id, sequel, method, created_by, created_at)
        select n, "companyId", kind, "orderId", case when "orderId" is not null then 1 end, method, by, at from given
      )
      insert into ledger_entries (transaction_id, company_id, account, driver_id, type, amount_bani, balance_after_bani,
        created_at)
      select n, "companyId", entry.account, entry."driverId", entry.type, entry."amountBani", entry."balanceAfterBani", at
      from given cross join lateral jsonb_to_recordset(given.entries) as entry(account text, "driverId" bigint, type text,
        "amountBani" bigint, "balanceAfterBani" bigint)
      order by n
    `.execute(tx)
  }
  await continueIds(tx, ['ledger_transactions'])
}

/** Moves the sequences past the explicit ids, so that the next insert of the application does not collide. */
export async function continueIds(tx: Tx, tables: readonly (keyof Tables)[]): Promise<void> {
  for (const table of tables) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), 1)) from ${sql.table(table)}
    `.execute(tx)
  }
}

/** Inserting a month of demo data takes minutes on a busy machine. */
const SEED_SECONDS = 240

/** False when this seed has already run. An advisory lock makes two servers that start at once wait for each other. */
export async function beginSeed(tx: Tx, name: string): Promise<boolean> {
  await sql.raw(`set local lock_timeout = '${SEED_SECONDS}s'`).execute(tx)
  // Waiting for the other server's seed is one statement and needs the longer statement timeout too.
  await limitStatements(tx, SEED_SECONDS)
  // Connections use custom plans by default; planning again for a hundred thousand foreign key checks takes most of the time.
  await sql`set local plan_cache_mode = auto`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext(${`seed ${name}`}))`.execute(tx)
  return !(await seedHasRun(tx, name))
}

export async function finishSeed(tx: Tx, name: string, now: Date): Promise<void> {
  await tx.insertInto('seed_runs').values({ name, finished_at: now }).execute()
}

export async function seedHasRun(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('seed_runs').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/** Demo data are never added to a database that already has users or companies. */
export async function hasAnyUserOrCompany(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  return user !== undefined || company !== undefined
}

/** New rows have no statistics, and the first searches would be planned as if the tables were empty. */
export async function analyse(db: Db, tables: readonly (keyof Tables)[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A busy machine needs longer than the limit of ordinary statements.
    await limitStatements(tx, SEED_SECONDS)
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(tx)
  })
}

/** Takes an advisory lock: with two servers that start at once, ids would otherwise depend on which one is faster. */
export async function insertEssentials(
  db: Db,
  rows: { services: readonly SeedRow<'services'>[]; order_options: readonly SeedRow<'order_options'>[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('essentials', 0))`.execute(tx)
    await sql`
      insert into services (id, name, code, package_id, sort_order)
      select id, name, code, package_id, sort_order
      from jsonb_populate_recordset(null::services, ${JSON.stringify(rows.services)}::jsonb)
      on conflict do nothing
    `.execute(tx)
    await sql`select setval(pg_get_serial_sequence('services', 'id'), max(id)) from services`.execute(tx)
    await sql`
      insert into order_options (key, name, service_ids, sort_order)
      select key, name, service_ids, sort_order
      from jsonb_populate_recordset(null::order_options, ${JSON.stringify(rows.order_options)}::jsonb)
      on conflict do nothing
    `.execute(tx)
  })
}
