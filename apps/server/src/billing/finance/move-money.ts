import type {
  transferBetween as Between,
  transferDiscount as Discount,
  transferMoney as Transfer,
} from '@dispecerat/contract/billing/finance'
import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import {
  mayLeave,
  topUpEntries,
  transferDiscountEntries,
  transferEntries,
  withdrawEntries,
} from '@dispecerat/domain/billing/ledger'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { baniFromRon, ronFromBani } from '@dispecerat/domain/kernel/money'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitBalances } from './emit-balances.ts'
import { type FinanceTerms, termsOf } from './finance-settings.store.ts'
import { type Account, type Accounts, accountOf, lockAccounts, type Movement, writeMovement } from './ledger.store.ts'

export interface Moved {
  transactionId: number
}

/** A driver pays in or is paid out; `ledger.limit` when the balance would fall below the limit. */
export async function transferMoney(
  server: Server,
  actor: Actor,
  { driver_id, amount, direction, method, note }: BodyOf<typeof Transfer>,
): Promise<Moved> {
  return write(server, actor, async (tx) => {
    const accounts = await lockAccounts(tx, [driver_id], actor.scope)
    const account = accountOf(accounts, driver_id)
    const terms = await termsOf(tx, account.companyId)
    const bani = baniFromRon(amount)
    if (direction === 'out') requireBalance(account, bani, terms)
    const entries = direction === 'in' ? topUpEntries : withdrawEntries
    return move(tx, server, actor, {
      accounts,
      terms,
      movement: {
        companyId: account.companyId,
        kind: direction === 'in' ? 'top_up' : 'withdraw',
        entries: entries(account.driverId, bani, method),
        method,
        note: note ?? null,
      },
    })
  })
}

/** Transfers from one driver to another; both accounts are locked in the order of their ids. */
export async function transferBetween(server: Server, actor: Actor, typed: BodyOf<typeof Between>): Promise<Moved> {
  return write(server, actor, async (tx) => {
    const [{ accounts, from, to }] = await checkAll(actor, () => accountsOfOneCompany(tx, actor, typed))
    const { amount, note } = typed
    const terms = await termsOf(tx, from.companyId)
    const bani = baniFromRon(amount)
    requireBalance(from, bani, terms)
    const entries = transferEntries(from.driverId, to.driverId, bani)
    const movement = { companyId: from.companyId, kind: 'transfer', entries, note: note ?? null } as const
    return move(tx, server, actor, { accounts, terms, movement })
  })
}

/** Both accounts, locked. FieldErrors on `to_driver_id`. */
async function accountsOfOneCompany(
  tx: Tx,
  actor: Actor,
  { from_driver_id: fromId, to_driver_id: toId }: BodyOf<typeof Between>,
) {
  if (fromId === toId) throw new FieldErrors({ to_driver_id: ['Alegeți alt șofer'] })
  const accounts = await lockAccounts(tx, [fromId, toId], actor.scope)
  const from = accountOf(accounts, fromId)
  const to = accountOf(accounts, toId)
  if (from.companyId !== to.companyId) {
    throw new FieldErrors({ to_driver_id: ['Șoferii lucrează la companii diferite'] })
  }
  return { accounts, from, to }
}

/** A driver pays P and gets P × (1 + d/100). */
export async function transferDiscount(
  server: Server,
  actor: Actor,
  { driver_id, paid_amount, bonus_percent, method, note }: BodyOf<typeof Discount>,
): Promise<Moved> {
  return write(server, actor, async (tx) => {
    const accounts = await lockAccounts(tx, [driver_id], actor.scope)
    const { driverId, companyId } = accountOf(accounts, driver_id)
    const paidBani = baniFromRon(paid_amount)
    const bonusHundredths = baniFromRon(bonus_percent)
    return move(tx, server, actor, {
      accounts,
      terms: await termsOf(tx, companyId),
      movement: {
        companyId,
        kind: 'transfer_discount',
        method,
        note: note ?? null,
        paidBani,
        bonusHundredths,
        entries: transferDiscountEntries(driverId, { paidBani, bonusHundredths, method }),
      },
    })
  })
}

async function move(
  tx: Tx,
  server: Server,
  actor: Actor,
  input: { accounts: Accounts; terms: FinanceTerms; movement: Omit<Movement, 'by' | 'now'> },
): Promise<Moved> {
  const { accounts: before, terms, movement } = input
  const now = server.clock.now()
  const { transactionId, accounts: after } = await writeMovement(tx, before, { ...movement, by: actor.userId, now })
  await emitBalances(tx, { before, after, terms, now })
  return { transactionId }
}

function requireBalance({ balanceBani }: Account, bani: number, { negativeLimitBani }: FinanceTerms): void {
  if (mayLeave(balanceBani, bani, negativeLimitBani)) return
  throw new DomainError('ledger.limit', { may_leave: ronFromBani(Math.max(0, balanceBani + negativeLimitBani)) })
}
