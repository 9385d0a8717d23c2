import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { changedEvents, lockOrder } from '../orders/orders.public.ts'
import type { Server } from '../server.ts'
import { termsOf } from './finance-settings.store.ts'
import { type Accounts, findOfOrder, lockAccountsOfOrders } from './ledger.store.ts'
import { type DrivenFare, lockFares, saveDriverPayment } from './orders-of-drivers.store.ts'
import { writeReversal } from './reverse-transaction.ts'
import { writePayment } from './settle-order.ts'
import { tellBalances } from './tell-balances.ts'

/** Orders of one transaction, which holds the accounts of their drivers. */
const PORTION = 20

/**
 * Pays drivers for orders into their balances, or takes payments back: all when every order allows it, else none. An order that is so
 * already stays as it is, so a request that broke off between two portions is finished by repeating it.
 * Throws `order.unknown`, and `ledger.nothing_due` where the driver gets nothing.
 */
export async function payDrivers(
  server: Server,
  caller: Caller,
  { orderIds, isPaid }: { orderIds: readonly number[]; isPaid: boolean },
): Promise<{ orderIds: number[] }> {
  const fares = await server.db.transaction().execute((tx) => dueFares(tx, caller, orderIds))
  const ids = fares.map(({ orderId }) => orderId)
  for (let from = 0; from < ids.length; from += PORTION) {
    const once = caller.once && { ...caller.once, key: `${caller.once.key}:${from}` }
    await payPortion(server, { ...caller, once }, { orderIds: ids.slice(from, from + PORTION), isPaid })
  }
  return { orderIds: ids }
}

async function dueFares(tx: Tx, { scope }: Caller, orderIds: readonly number[]): Promise<DrivenFare[]> {
  const fares = await lockFares(tx, scope, orderIds)
  for (const { orderId, driverPaymentBani } of fares) {
    if (driverPaymentBani === 0) throw new DomainError('ledger.nothing_due', { order_id: orderId })
  }
  return fares
}

function payPortion(
  server: Server,
  caller: Caller,
  { orderIds, isPaid }: { orderIds: readonly number[]; isPaid: boolean },
): Promise<{ orderIds: readonly number[] }> {
  return write(server, caller, async (tx) => {
    const fares = await dueFares(tx, caller, orderIds)
    const drivers = fares.map(({ driverId }) => driverId)
    let accounts = await lockAccountsOfOrders(tx, drivers)
    const now = server.clock.now()
    for (const fare of fares) {
      if (fare.isPaid === isPaid) continue
      const before = accounts
      accounts = await (isPaid ? pay : takeBack)(tx, accounts, { fare, by: caller.userId, now })
      await saveDriverPayment(tx, fare.orderId, fare, isPaid)
      const terms = await termsOf(tx, fare.companyId)
      await tellBalances(tx, { before, after: accounts, terms, now })
      await record(tx, changedEvents(await lockOrder(tx, fare.orderId)), now)
    }
    return { orderIds }
  })
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
