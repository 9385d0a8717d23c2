import { finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { confirmFare } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import type { Office } from '../../testing/an-office.ts'
import type { Input } from './order-fixture.ts'

export const TERMS = { commission_type: 'percent', commission_value: 10, protocol_payout: 'auto' } as const

/** Ion drives an order and sends its fare forty seconds after the start. */
export async function endTripWith(
  { fixture }: Office,
  cost: number,
  input: Input = {},
  estimatedBani: number | null = null,
) {
  const { id } = await fixture.place(input)
  await fixture.assign(asId<OrderId>(id))
  await fixture.server.db
    .updateTable('orders')
    .set({ estimated_cost_bani: estimatedBani })
    .where('id', '=', asId<OrderId>(id))
    .execute()
  const params = { id }
  expect((await fixture.server.request(startTrip, { params }, fixture.driverToken)).status).toBe(200)
  fixture.server.pass(40)
  const { reply } = await fixture.server.request(finishTrip, { params, body: { cost } }, fixture.driverToken)
  return { id, ended: reply.data }
}

export const confirm = ({ fixture }: Office, id: number, token: string, body: { reason?: string } = {}) =>
  fixture.server.request(confirmFare, { params: { id }, body }, token)

/** Violated invariants about money; running searches of this fixture are ignored. */
export const brokenMoneyRules = async ({ fixture: { server } }: Office) =>
  (await checkInvariants(server.db, server.clock.now())).filter(({ rule }) =>
    /money|balance|ledger|discount|sums/.test(rule),
  )

/** Number of ledger transactions of an order. */
export const movements = async ({ fixture }: Office, id: number) =>
  (
    await fixture.server.db
      .selectFrom('ledger_transactions')
      .select('id')
      .where('order_id', '=', asId<OrderId>(id))
      .execute()
  ).length
