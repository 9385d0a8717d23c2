import { moneyOf, type OrderMoney } from '@dispecerat/domain/billing/commission'
import { driverPaymentEntries, type LedgerEntry, orderEntries } from '@dispecerat/domain/billing/ledger'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { reckonDiscount } from '../../orders/discounts/discounts.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitBalances } from './emit-balances.ts'
import { termsOf } from './finance-settings.store.ts'
import { type Accounts, findOfOrder, lockAccountsOfOrders, writeMovement } from './ledger.store.ts'
import { type DrivenFare, readFare, saveDriverPayment } from './orders-of-drivers.store.ts'
import { writeReversal } from './reverse-transaction.ts'

/** The author of a fare that was set by hand, and the reason. */
interface FareAuthor {
  by: number | null
  reason: string | null
}

/** Settles an order in the transaction that sets its fare, so that it is finished and settled, or neither. */
export function subscribeFares(server: Server): void {
  server.domainEvents.on('order.fare_set', (tx, { orderId, now, by = null, reason = null }) =>
    settleOrder(tx, orderId, now, { by, reason }),
  )
}

/**
 * Brings the ledger in line with a locked order: an earlier settlement for another fare is reversed, a correct one stays. Idempotent for
 * the same fare. A doubted fare waits until it is confirmed or changed.
 */
export async function settleOrder(
  tx: Tx,
  orderId: OrderId,
  now: Date,
  { by, reason }: FareAuthor = { by: null, reason: null },
): Promise<void> {
  const driven = await readFare(tx, orderId)
  if (!driven?.isFinished || driven.isPaid || driven.isDoubted) return
  const fare = driven.hasDiscount ? { ...driven, ...(await discountOf(tx, driven)) } : driven
  const before = await lockAccountsOfOrders(tx, [fare.driverId])
  const terms = await termsOf(tx, fare.companyId)
  const money = moneyOf(fare, terms)
  const entries = orderEntries(fare.driverId, money)
  const existing = await findOfOrder(tx, orderId, 'order')
  const isActive = existing !== null && !existing.isReversed
  if (isActive ? areSame(existing.entries, entries) : entries.length === 0) return

  const author = { by, now }
  const note = reason === null ? {} : { note: reason }
  let accounts = before
  if (isActive) ({ accounts } = await writeReversal(tx, accounts, existing, { ...author, note: noteOf(reason) }))
  if (entries.length > 0) {
    const sequel = (existing?.sequel ?? 0) + 1
    const movement = { companyId: fare.companyId, kind: 'order', entries, orderId, sequel, ...note, ...author } as const
    ;({ accounts } = await writeMovement(tx, accounts, movement))
  }
  const isPaid = terms.payout === 'auto' && money.driverPaymentBani > 0
  if (isPaid) accounts = await writePayment(tx, accounts, { fare, money, ...author })
  await saveDriverPayment(tx, orderId, money, isPaid)
  await emitBalances(tx, { before, after: accounts, terms, now })
}

function noteOf(reason: string | null): string {
  return reason === null ? 'Tarif modificat' : `Tarif modificat: ${reason}`
}

/** Credits the amount due for a locked order to the driver's locked account. */
export async function writePayment(
  tx: Tx,
  accounts: Accounts,
  input: {
    fare: DrivenFare
    money: Pick<OrderMoney, 'paymentType' | 'driverPaymentBani'>
    by: number | null
    now: Date
  },
): Promise<Accounts> {
  const { fare, money, by, now } = input
  const last = await findOfOrder(tx, fare.orderId, 'driver_payment')
  const written = await writeMovement(tx, accounts, {
    companyId: fare.companyId,
    kind: 'driver_payment',
    entries: driverPaymentEntries(fare.driverId, money),
    orderId: fare.orderId,
    sequel: (last?.sequel ?? 0) + 1,
    by,
    now,
  })
  return written.accounts
}

function discountOf(tx: Tx, { orderId, costBani, discountAmountBani, discountIsByHand: isByHand }: DrivenFare) {
  return reckonDiscount(tx, { orderId, costBani, discountAmountBani, isByHand })
}

function areSame(written: readonly LedgerEntry[], wanted: readonly LedgerEntry[]): boolean {
  const text = (entries: readonly LedgerEntry[]) =>
    entries.map(({ account, driverId, type, amountBani }) => `${account} ${driverId} ${type} ${amountBani}`).join()
  return text(written) === text(wanted)
}
