import type { FinanceSettingsChange } from '@dispecerat/contract/billing/finance'
import { changeFinanceSettings, transferMoney } from '@dispecerat/contract/billing/finance'
import { finishTrip } from '@dispecerat/contract/dispatch/driver'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createFixture, type Fixture, type Input } from '../orders/testing/order-fixture.ts'
import { checkInvariants } from '../platform/invariants/check-invariants.ts'
import { type ADriver, aDriver, aUser, TOWN_SQUARE } from './builders.ts'

/** A fixture with a manager who handles the company's money, and a second driver. */
export interface Office extends AsyncDisposable {
  fixture: Fixture
  boss: string
  accountId: UserId
  ion: ADriver
  ana: ADriver
  set(terms: FinanceSettingsChange): Promise<void>
  /** Balance of a driver's account, in bani. */
  balance(driver?: ADriver): Promise<number>
  payIn(amount: number, driver?: ADriver): Promise<number>
  /** Places an order that Ion drives and finishes. */
  drive(cost: number, input?: Input): Promise<OrderId>
  /** Finishes the order that Ion has. */
  finish(orderId: OrderId, cost: number): Promise<void>
  /**
   * Moves the clock to another day. Sessions last long enough that nobody has to log in again; in production they end after twelve hours.
   */
  travel(to: string): Promise<void>
  /** Checks that balances are the sums of their entries and that every transaction sums to zero. */
  expectRight(): Promise<void>
}

/** Long enough for any fare that a money test books without an estimate. */
const TRIP_MS = 3_600_000
const SESSION_MS = 400 * 24 * 3_600_000

export async function anOffice(options: { at?: string; env?: Record<string, string> } = {}): Promise<Office> {
  const fixture = await createFixture(options)
  const { server, companyId } = fixture
  const account = await aUser(server, { roles: ['company'], companyIds: [companyId], name: 'Banca Verde' })
  await server.db.insertInto('protocol_companies').values({ user_id: account.userId, company_id: companyId }).execute()
  const ana = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const boss = fixture.manager
  const ion = fixture.driver
  const finish = async (id: number, cost: number) => {
    const started = {
      trip_state: 'started',
      trip_started_at: new Date(server.clock.now().getTime() - TRIP_MS),
    } as const
    await server.db.updateTable('orders').set(started).where('id', '=', asId<OrderId>(id)).execute()
    const ended = await server.request(finishTrip, { params: { id }, body: { cost } }, fixture.driverToken)
    expect(ended.status).toBe(200)
  }
  return {
    fixture,
    boss,
    ion,
    ana,
    accountId: account.userId,
    set: async (terms) => void (await server.request(changeFinanceSettings, { body: terms }, boss)).reply,
    balance: async (driver = ion) => {
      const row = await server.db
        .selectFrom('driver_status')
        .select('balance_bani')
        .where('driver_id', '=', driver.driverId)
        .executeTakeFirstOrThrow()
      return row.balance_bani
    },
    payIn: async (amount, driver = ion) => {
      const body = { driver_id: driver.driverId, amount, direction: 'in', method: 'cash' } as const
      return (await server.request(transferMoney, { body }, boss)).reply.data.transaction_id
    },
    drive: async (cost, input = {}) => {
      const { id } = await fixture.place(input)
      await fixture.assign(asId<OrderId>(id))
      await finish(id, cost)
      return asId<OrderId>(id)
    },
    finish,
    travel: async (to) => {
      server.clock.set(to)
      const created_at = server.clock.now()
      const expires_at = new Date(created_at.getTime() + SESSION_MS)
      await server.db.updateTable('access_tokens').set({ created_at, expires_at }).execute()
    },
    expectRight: async () => {
      const { rows } = await sql`
        select transaction_id from ledger_entries group by transaction_id having sum(amount_bani) <> 0
        union all
        select s.driver_id from driver_status s where s.balance_bani <> coalesce((
          select sum(e.amount_bani) from ledger_entries e where e.account = 'driver' and e.driver_id = s.driver_id), 0)
      `.execute(server.db)
      expect(rows).toEqual([])
      const broken = await checkInvariants(server.db, server.clock.now())
      expect(broken.filter(({ rule }) => /balance|money|paid/.test(rule))).toEqual([])
    },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}
