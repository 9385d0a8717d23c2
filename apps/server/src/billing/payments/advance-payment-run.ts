import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { changedEvents, lockOrder } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { refusalOf } from '../../platform/lifecycle/long-runs.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitBalances } from '../finance/emit-balances.ts'
import { termsOf } from '../finance/finance-settings.store.ts'
import { type Accounts, findOfOrder, lockAccountsOfOrders } from '../finance/ledger.store.ts'
import { type DrivenFare, lockDueFares, saveDriverPayment } from '../finance/orders-of-drivers.store.ts'
import { writeReversal } from '../finance/reverse-transaction.ts'
import { writePayment } from '../finance/settle-order.ts'
import { endRun, lockRun, type PaymentRun, readRun, saveProgress } from './payment-runs.store.ts'

export interface RunHooks {
  /** Runs between two portions, while the run holds no lock. */
  betweenPortions?: () => Promise<void>
}

/** Orders per transaction, which locks the accounts of their drivers. */
const PORTION = 20

/**
 * Works through a run, portion by portion; returns the ids of its orders. Every portion locks the row of the run and counts itself there,
 * so two processes that work through the same run take turns and no portion is done twice. Throws `payment_run.stopped`, and the error of
 * an order that has changed since the run began.
 */
export async function advancePaymentRun(server: Server, id: number, hooks: RunHooks = {}): Promise<OrderId[]> {
  for (;;) {
    const run = await readRun(server.db, id)
    switch (run.state) {
      case 'done':
        return run.orderIds
      case 'stopped':
        throw new DomainError('payment_run.stopped', { orders: run.orderIds.length, changed: run.changedCount })
      case 'refused':
        throw run.refusal ? new DomainError(run.refusal.code, run.refusal.facts) : new DomainError('payment_run.ended')
      case 'running':
        await runPortion(server, run)
    }
    await hooks.betweenPortions?.()
  }
}

async function runPortion(server: Server, { id, doneCount }: PaymentRun): Promise<void> {
  try {
    await write(server, SYSTEM, async (tx) => payPortion(tx, await lockRun(tx, id), server.clock.now()))
  } catch (error) {
    const refusal = refusalOf(error)
    await write(server, SYSTEM, async (tx) => {
      const run = await lockRun(tx, id)
      if (run.state !== 'running' || run.doneCount !== doneCount) return
      await endRun(tx, id, { state: 'refused', by: null, refusal, now: server.clock.now() })
    })
  }
}

/** Orders that already have the wanted state are skipped. */
async function payPortion(tx: Tx, run: PaymentRun, now: Date): Promise<void> {
  if (run.state !== 'running') return
  const orderIds = run.orderIds.slice(run.doneCount, run.doneCount + PORTION)
  const fares = await lockDueFares(tx, { companies: run.companyIds, ownUserId: null }, orderIds)
  let accounts = await lockAccountsOfOrders(
    tx,
    fares.map(({ driverId }) => driverId),
  )
  const waiting = fares.filter(({ isPaid }) => isPaid !== run.isPaid)
  for (const fare of waiting) {
    const before = accounts
    accounts = await (run.isPaid ? pay : takeBack)(tx, accounts, { fare, by: run.startedBy, now })
    await saveDriverPayment(tx, fare.orderId, fare, run.isPaid)
    const terms = await termsOf(tx, fare.companyId)
    await emitBalances(tx, { before, after: accounts, terms, now })
    await record(tx, changedEvents(await lockOrder(tx, fare.orderId)), now)
  }
  const { id, doneCount, changedCount } = run
  const progress = { id, doneCount: doneCount + orderIds.length, changedCount: changedCount + waiting.length }
  await saveProgress(tx, progress, now)
}

interface Payment {
  fare: DrivenFare
  by: number | null
  now: Date
}

function pay(tx: Tx, accounts: Accounts, { fare, by, now }: Payment): Promise<Accounts> {
  return writePayment(tx, accounts, { fare, money: fare, by, now })
}

async function takeBack(tx: Tx, accounts: Accounts, { fare, by, now }: Payment): Promise<Accounts> {
  const paid = await findOfOrder(tx, fare.orderId, 'driver_payment')
  if (!paid || paid.isReversed) throw new Error(`order ${fare.orderId} is paid and the ledger does not know of it`)
  const written = await writeReversal(tx, accounts, paid, { by, now, note: 'Plată retrasă' })
  return written.accounts
}
