import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { answerInTime } from '../../platform/lifecycle/long-runs.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockDueFares } from '../finance/orders-of-drivers.store.ts'
import { advancePaymentRun, type RunHooks } from './advance-payment-run.ts'
import { insertRun } from './payment-runs.store.ts'

export interface PaymentInput {
  orderIds: readonly OrderId[]
  /** False: payments are reversed. */
  isPaid: boolean
}

/**
 * Pays drivers for orders into their balances, or reverses payments: all when every order allows it, otherwise none. Orders that already
 * have the wanted state are skipped. The run is stored before its first portion, so it continues when this process ends or the request
 * times out; a repeated request continues the same run. Throws `order.unknown`, `ledger.nothing_due` when the driver is owed nothing,
 * `payment_run.running` and `payment_run.stopped`.
 */
export async function payDrivers(
  server: Server,
  actor: Actor,
  input: PaymentInput,
  { timeoutMs, ...hooks }: RunHooks & { timeoutMs?: number } = {},
): Promise<{ orderIds: OrderId[] }> {
  const { runId } = await write(server, actor, (tx) => begin(tx, actor, input, server.clock.now()))
  const orderIds = await answerInTime(server, advancePaymentRun(server, runId, hooks), {
    running: 'payment_run.running',
    failed: 'payments broke off',
    timeoutMs,
  })
  return { orderIds }
}

async function begin(
  tx: Tx,
  { scope, userId }: Actor,
  { orderIds, isPaid }: PaymentInput,
  now: Date,
): Promise<{ runId: number }> {
  const fares = await lockDueFares(tx, scope, orderIds)
  const run = {
    companyIds: [...new Set(fares.map(({ companyId }) => companyId))],
    startedBy: userId,
    isPaid,
    orderIds: fares.map(({ orderId }) => orderId),
  }
  return { runId: await insertRun(tx, run, now) }
}
