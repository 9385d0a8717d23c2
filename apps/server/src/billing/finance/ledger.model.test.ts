import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asIds, type DriverId, NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, aUser } from '../../testing/builders.ts'
import { transferBetween, transferDiscount, transferMoney } from './move-money.ts'
import { reverseTransaction } from './reverse-transaction.ts'

const LIMIT_BANI = 20_00

type Act =
  | { kind: 'in' | 'out'; driver: number; bani: number; key: number }
  | { kind: 'between'; driver: number; other: number; bani: number; key: number }
  | { kind: 'discount'; driver: number; bani: number; bonus: number; key: number }
  | { kind: 'reverse'; nth: number; key: number }
  | { kind: 'crash'; driver: number; bani: number; key: number }

const driver = fc.integer({ min: 0, max: 2 })
const bani = fc.integer({ min: 1, max: 80_00 })
/** Few keys, so that many requests are repeated. */
const key = fc.integer({ min: 0, max: 40 })
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom('in' as const, 'out' as const), driver, bani, key }),
  fc.record({ kind: fc.constant('between' as const), driver, other: driver, bani, key }),
  fc.record({ kind: fc.constant('discount' as const), driver, bani, bonus: fc.integer({ min: 0, max: 30 }), key }),
  fc.record({ kind: fc.constant('reverse' as const), nth: fc.integer({ min: 1, max: 12 }), key }),
  fc.record({ kind: fc.constant('crash' as const), driver, bani, key }),
)

test('whatever is moved concurrently, repeated, refused or interrupted: balances equal their entries and every transaction adds up to zero', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const drivers: number[] = []
  for (let n = 0; n < 3; n++) drivers.push((await aDriver(server, { companyId })).driverId)
  await server.db
    .insertInto('finance_settings')
    .values({ company_id: companyId, allow_negative_limit_bani: LIMIT_BANI, updated_at: server.clock.now() })
    .execute()
  const actor = (act: Act): Actor => ({
    userId: boss.userId,
    kind: 'dispatcher',
    roles: ['company_admin'],
    scope: { companies: [companyId], ownUserId: null },
    once: { key: `k${act.key}`, fingerprint: JSON.stringify(act) },
  })

  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 8, maxLength: 24 }), async (acts) => {
      await server.db.deleteFrom('idempotency_keys').execute()
      const outcomes = await Promise.allSettled(acts.map((act) => perform(server, actor(act), drivers, act)))
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(isAllowedNo(outcome.reason), String(outcome.reason)).toBe(true)
      }
      expect(await broken(server)).toEqual([])
      expect(await written(server)).toBe(await keysWithMovements(server))
    }),
    { numRuns: 12 },
  )
})

class PulledPlug extends Error {}

async function perform(server: TestServer, actor: Actor, drivers: number[], act: Act): Promise<unknown> {
  const id = (n: number) => asIds<UserId>(drivers)[n] ?? NO_USER
  switch (act.kind) {
    case 'in':
    case 'out': {
      const body = { driver_id: id(act.driver), amount: act.bani / 100, direction: act.kind, method: 'cash' as const }
      return transferMoney(server, actor, body)
    }
    case 'between': {
      const body = { from_driver_id: id(act.driver), to_driver_id: id(act.other), amount: act.bani / 100 }
      return transferBetween(server, actor, body)
    }
    case 'discount': {
      const body = { driver_id: id(act.driver), paid_amount: act.bani / 100, bonus_percent: act.bonus }
      return transferDiscount(server, actor, { ...body, method: 'cash' })
    }
    case 'reverse':
      return reverseTransaction(server, actor, { transactionId: act.nth, note: null })
    default:
      return pullThePlug(server, actor, id(act.driver))
  }
}

/** The connection dies with a locked balance and half of the entries written. */
async function pullThePlug(server: TestServer, actor: Actor, driverId: DriverId): Promise<never> {
  return write(server, actor, async (tx) => {
    await sql`select from driver_status where driver_id = ${driverId} for update`.execute(tx)
    await sql`
      insert into ledger_transactions (company_id, kind, created_at)
      select company_id, 'top_up', ${server.clock.now()} from driver_status where driver_id = ${driverId}
    `.execute(tx)
    throw new PulledPlug()
  })
}

function isAllowedNo(error: unknown): boolean {
  if (error instanceof PulledPlug) return true
  if (error instanceof DomainError) return /^(ledger|request\.key_reused)/.test(error.code)
  return (error as Error).message === 'field errors'
}

async function broken({ db }: TestServer): Promise<unknown[]> {
  const { rows } = await sql`
    select 'transaction' as what, transaction_id as id from ledger_entries group by transaction_id
      having sum(amount_bani) <> 0
    union all
    select 'balance', s.driver_id from driver_status s where s.balance_bani <> coalesce((
      select sum(e.amount_bani) from ledger_entries e where e.account = 'driver' and e.driver_id = s.driver_id), 0)
    union all
    select 'line', e.id from (
      select id, amount_bani, balance_after_bani,
        lag(balance_after_bani, 1, 0::bigint) over (partition by driver_id order by id) as before_bani
      from ledger_entries where account = 'driver') e
      where e.before_bani + e.amount_bani <> e.balance_after_bani
    union all
    select 'withdrawal', e.id from ledger_entries e
      where e.type in ('withdraw', 'transfer_out') and e.balance_after_bani < ${-LIMIT_BANI}
    union all
    select 'reversed twice', reverses_id from ledger_transactions where reverses_id is not null
      group by reverses_id having count(*) > 1
  `.execute(db)
  return rows
}

async function written({ db }: TestServer): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct t.id)::int as n from ledger_transactions t
    where t.id in (select (result ->> 'transactionId')::bigint from idempotency_keys)
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Each key with a reply has one transaction, however often it was sent. */
async function keysWithMovements({ db }: TestServer): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from idempotency_keys`.execute(db)
  return rows[0]?.n ?? 0
}
