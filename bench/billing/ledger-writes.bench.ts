import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { pino } from 'pino'
import { transferBetween } from '../../apps/server/src/billing/finance/move-money.ts'
import type { Actor } from '../../apps/server/src/platform/db/actor.ts'
import { connectDatabase, ensureDatabase } from '../../apps/server/src/platform/db/connect.ts'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { DomainEvents } from '../../apps/server/src/platform/db/domain-events.ts'
import { LostCommits } from '../../apps/server/src/platform/db/lost-commits.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/postgres/embedded-postgres.ts'
import { openSeal } from '../../apps/server/src/platform/db/seal.ts'
import { systemClock } from '../../apps/server/src/platform/lifecycle/clock.ts'
import type { Server } from '../../apps/server/src/platform/lifecycle/server.ts'
import { alternate, type Bench, type BenchReport, type BenchRow, median, percentile } from '../measure.ts'
import { mulberry } from '../random.ts'

const WRITERS = 16
const ROUNDS = 5
const SECONDS = 2
const COMPANY = asId<CompanyId>(1)

/** Transfers per second: the whole command, against two updates and two inserts in one transaction without any of its guarantees. */
export const bench: Bench = {
  name: 'ledger-writes',
  run: async () => {
    const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-bench-'))
    fs.chmodSync(stateDir, 0o755)
    const notes = { info: () => undefined, warn: () => undefined }
    const postgres = await startEmbeddedPostgres({ stateDir, notes })
    try {
      await ensureDatabase(postgres.address('postgres'), 'bench')
      const connection = connectDatabase(postgres.address('bench'), { max: WRITERS })
      try {
        await migrate(connection.db)
        return await measureTransfers(connection.db)
      } finally {
        await connection.close()
      }
    } finally {
      await postgres.stop()
      fs.rmSync(stateDir, { recursive: true, force: true })
    }
  },
}

type Transfer = (from: number, to: number) => Promise<unknown>

async function measureTransfers(db: Db): Promise<BenchReport> {
  await furnish(db)
  const server: Server = {
    db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    domainEvents: new DomainEvents(),
    seal: openSeal({ secrets: { key: null, oldKeys: [], keyFile: null } }),
    sipDomain: 'dispecerat.local',
    lostCommits: new LostCommits(),
    committed: () => undefined,
  }
  const ours: Transfer = (from_driver_id, to_driver_id) =>
    transferBetween(server, boss(), {
      from_driver_id: asId<UserId>(from_driver_id),
      to_driver_id: asId<UserId>(to_driver_id),
      amount: 0.01,
    })
  const rows: BenchRow[] = []
  for (const drivers of [200, 4]) {
    const waits = { ours: [] as number[], peer: [] as number[] }
    const rates = await alternate(
      ROUNDS,
      () => perSecond(ours, drivers, waits.ours),
      () => perSecond((from, to) => bare(db, from, to), drivers, waits.peer),
    )
    const row = { what: `transfers between ${drivers} drivers, ${WRITERS} at once`, peerName: 'bare transaction' }
    rows.push(
      { ...row, unit: '/s', ours: median(rates.ours), peer: median(rates.peer), better: 'higher' },
      {
        ...row,
        unit: 'ms p99',
        ours: percentile(waits.ours, 0.99),
        peer: percentile(waits.peer, 0.99),
        better: 'lower',
      },
    )
  }
  return {
    title: 'Ledger',
    growsWith: 'the writers who want the same driver: his account is the lock.',
    rows,
    notes: [`after the run ${await wrongTotals(db)} balances differ from their entries`],
  }
}

async function furnish(db: Db): Promise<void> {
  await sql`insert into companies (id, name, created_at) values (${COMPANY}, 'Taxi', now())`.execute(db)
  await sql`insert into users (id, name, email, created_at) select g, 'Om ' || g, 'om' || g || '@banc.ro', now() from generate_series(1, 201) g`.execute(
    db,
  )
  await sql`insert into driver_status (driver_id, company_id, updated_at)
    select g, ${COMPANY}, now() from generate_series(1, 200) g`.execute(db)
  await sql`insert into finance_settings (company_id, allow_negative_limit_bani, updated_at)
    values (${COMPANY}, 100000000, now())`.execute(db)
  await sql`create table bench_accounts (id bigint primary key, bani bigint not null)`.execute(db)
  await sql`insert into bench_accounts select g, 0 from generate_series(1, 200) g`.execute(db)
  await sql`create table bench_entries (id bigint generated always as identity primary key, account bigint not null,
    bani bigint not null, at timestamptz not null)`.execute(db)
}

let requested = 0
function boss(): Actor {
  requested += 1
  const key = `bench-${requested}`
  return {
    userId: asId<UserId>(201),
    kind: 'dispatcher',
    roles: ['company_admin'],
    scope: { companies: [COMPANY], ownUserId: null },
    once: { key, fingerprint: key },
  }
}

/** Locks both rows in order, updates them and inserts two entries; no idempotency key, limit, zero-sum check or event. */
async function bare(db: Db, from: number, to: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select id from bench_accounts where id in (${from}, ${to}) order by id for update`.execute(tx)
    await sql`update bench_accounts set bani = bani + case id when ${from} then -1 else 1 end
      where id in (${from}, ${to})`.execute(tx)
    await sql`insert into bench_entries (account, bani, at) values (${from}, -1, now()), (${to}, 1, now())`.execute(tx)
  })
}

async function perSecond(transfer: Transfer, drivers: number, waits: number[]): Promise<number> {
  const endAt = performance.now() + SECONDS * 1000
  let done = 0
  const move = async (seed: number) => {
    const random = mulberry(seed)
    while (performance.now() < endAt) {
      const from = 1 + Math.floor(random() * drivers)
      const to = 1 + ((from + Math.floor(random() * (drivers - 1))) % drivers)
      const began = performance.now()
      await transfer(from, to)
      waits.push(performance.now() - began)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => move(n + 1)))
  return done / SECONDS
}

async function wrongTotals(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from driver_status s where s.balance_bani <> coalesce((
      select sum(e.amount_bani) from ledger_entries e where e.account = 'driver' and e.driver_id = s.driver_id), 0)
  `.execute(db)
  return rows[0]?.n ?? Number.NaN
}
