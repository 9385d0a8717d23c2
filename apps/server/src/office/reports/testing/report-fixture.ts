import type { Report, readDispatchersReport } from '@dispecerat/contract/office/reports'
import type { OfferFate } from '@dispecerat/domain/dispatch/search-rules'
import type { DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import { checkInvariants } from '../../../platform/invariants/check-invariants.ts'
import type { TestServer } from '../../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, anOrder, aUser } from '../../../testing/builders.ts'

const PERIOD = { date_from: '2026-03-01', date_to: '2026-03-31' }

interface AuditedChange {
  at: string
  ended?: string
  state?: 'created' | 'finished' | 'canceled'
  reason?: 'no_drivers_found' | 'client_canceled'
  costBani?: number
  dispatcher?: number | null
  manual?: boolean
  protocolUserId?: UserId
}

export const figures = (row: Report['rows'][number] | undefined, ...keys: string[]) => keys.map((key) => row?.[key])

export type ReportFixture = Awaited<ReturnType<typeof createReportFixture>>

/** A company with a dispatcher, a driver and an administrator who reads reports, on 31 March. */
export async function createReportFixture(server: TestServer) {
  server.clock.set('2026-03-31T09:00:00Z')
  const { companyId } = await aCompany(server)
  const dispatcherId = (await aDispatcher(server, { companyId })).userId
  const driver = await aDriver(server, { companyId })
  const manager = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)

  type ReportRequest = Parameters<typeof server.request<typeof readDispatchersReport>>[1]
  /** The period is March by default. */
  const requestOf = (query: object) => ({ query: { ...PERIOD, ...query } }) as ReportRequest

  async function report(endpoint: typeof readDispatchersReport, query: object = {}, token = manager): Promise<Report> {
    return (await server.request(endpoint, requestOf(query), token)).reply
  }

  async function order({ at, ended, state = 'finished', ...options }: AuditedChange): Promise<OrderId> {
    server.clock.set(at)
    const { orderId } = await anOrder(server, { companyId, ...(options.dispatcher === null ? {} : { dispatcherId }) })
    const end = new Date(ended ?? new Date(at).getTime() + 20 * 60_000)
    const over = {
      finished: { driver_id: driver.driverId, trip_finished_at: end, cost_bani: options.costBani ?? 2500 },
      canceled: {
        canceled_at: end,
        cancellation_reason_type: options.reason ?? 'client_canceled',
        cancelled_by: 'client' as const,
      },
      created: {},
    }[state]
    await server.db
      .updateTable('orders')
      .set({
        state,
        ...over,
        ...(state === 'finished' ? { assigned_at: new Date(new Date(at).getTime() + 90_000) } : {}),
        manually_assigned: options.manual ?? false,
        ...(options.protocolUserId ? { protocol_user_id: options.protocolUserId, payment_type: 'protocol' } : {}),
      })
      .where('id', '=', orderId)
      .execute()
    server.clock.set('2026-03-31T09:00:00Z')
    return orderId
  }

  async function search(at: string, seconds: number, fates: readonly OfferFate[], who = driver) {
    const orderId = await order({ at, state: 'created' })
    await aSearch(server, { orderId, driverId: who.driverId, at, seconds, fates })
    return orderId
  }

  return {
    companyId,
    dispatcherId,
    driver,
    manager,
    requestOf,
    report,
    order,
    search,
    isTrue: () => totalsMatch(server),
  }
}

/** The totals agree with a recount from orders and offers. */
async function totalsMatch(server: TestServer) {
  const broken = await checkInvariants(server.db, server.clock.now())
  expect(broken.filter(({ rule }) => rule.startsWith('the sums of reports'))).toEqual([])
}

interface SearchOptions {
  orderId: OrderId
  driverId: DriverId
  at: string
  seconds: number
  /** Outcome of the single offer of each round. */
  fates: readonly OfferFate[]
}

async function aSearch(server: TestServer, { orderId, driverId, at, seconds, fates }: SearchOptions): Promise<void> {
  const started = new Date(at)
  const ended = new Date(started.getTime() + seconds * 1000)
  const status = fates.includes('accepted') ? 'accepted' : 'exhausted'
  await server.db.transaction().execute(async (tx) => {
    const walk = await tx
      .insertInto('search_walks')
      .values({ order_id: orderId, walk_no: 1, steps: '[]', status, started_at: started, ended_at: ended })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, fate] of fates.entries()) {
      const times = { started_at: started, ends_at: ended, look_again_at: ended, closed_at: ended }
      const round = await tx
        .insertInto('search_rounds')
        .values({ walk_id: walk.id, order_id: orderId, no: index + 1, step: '{}', outcome: 'expired', ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      const offer = { notified_at: started, expires_at: ended, closed_at: ended, fate }
      await tx
        .insertInto('search_offers')
        .values({ round_id: round.id, order_id: orderId, driver_id: driverId, rank: 1, metres: 1500, ...offer })
        .execute()
    }
  })
}
