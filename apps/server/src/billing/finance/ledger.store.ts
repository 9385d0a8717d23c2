import type { LedgerEntry, LedgerKind, MoneyMethod } from '@dispecerat/domain/billing/ledger'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'

/** A driver's account, locked until the transaction ends. */
export interface Account {
  driverId: DriverId
  companyId: CompanyId
  balanceBani: number
}
export type Accounts = ReadonlyMap<DriverId, Account>

/**
 * Locks the accounts FOR UPDATE in the order of their ids, after the order and before the ledger; `driver.unknown` when one is not of the
 * scope. Concurrent movements between the same drivers wait here.
 */
export async function lockAccounts(tx: Tx, driverIds: readonly DriverId[], { companies }: Scope): Promise<Accounts> {
  const ids = [...new Set(driverIds)]
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<Account>`
    select driver_id as "driverId", company_id as "companyId", balance_bani as "balanceBani" from driver_status
    where driver_id = any(${ids}::bigint[]) and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[]))
    order by driver_id for update
  `.execute(tx)
  if (rows.length < ids.length) throw new DomainError('driver.unknown')
  return new Map(rows.map((account) => [account.driverId, account]))
}

/** Locks the accounts of an order's drivers, whatever the actor's scope. */
export function lockAccountsOfOrders(tx: Tx, driverIds: readonly DriverId[]): Promise<Accounts> {
  return lockAccounts(tx, driverIds, { companies: 'every', ownUserId: null })
}

export function accountOf(accounts: Accounts, driverId: DriverId): Account {
  const account = accounts.get(driverId)
  if (!account) throw new DomainError('driver.unknown')
  return account
}

export interface Movement {
  companyId: CompanyId
  kind: LedgerKind
  entries: readonly LedgerEntry[]
  orderId?: OrderId
  /** The number of the settlement of the order, from one. */
  sequel?: number
  method?: MoneyMethod
  note?: string | null
  paidBani?: number
  bonusHundredths?: number
  reversesId?: number
  /** The invoice that a protocol company pays, or no longer has to pay. */
  invoiceId?: number
  by: number | null
  now: Date
}

/** Writes a transaction with its entries in one statement; returns the locked accounts with their new balances. */
export async function writeMovement(
  tx: Tx,
  accounts: Accounts,
  movement: Movement,
): Promise<{ transactionId: number; accounts: Accounts }> {
  const after = new Map(accounts)
  const lines = movement.entries.map((entry, n) => {
    if (entry.account !== 'driver' || entry.driverId === null) return { n, ...entry, balanceAfterBani: null }
    const account = accountOf(after, entry.driverId)
    const balanceBani = account.balanceBani + entry.amountBani
    after.set(entry.driverId, { ...account, balanceBani })
    return { n, ...entry, balanceAfterBani: balanceBani }
  })
  const { rows } = await sql<{ transactionId: number }>`
    with written as (
      insert into ledger_transactions (company_id, kind, order_id, sequel, method, note, paid_bani, bonus_hundredths,
        reverses_id, invoice_id, created_by, created_at)
      values (${movement.companyId}, ${movement.kind}, ${movement.orderId ?? null}, ${movement.sequel ?? null},
        ${movement.method ?? null}, ${movement.note || null}, ${movement.paidBani ?? null},
        ${movement.bonusHundredths ?? null}, ${movement.reversesId ?? null},
        ${movement.invoiceId ?? null}, ${movement.by}, ${movement.now})
      returning id, company_id, created_at
    )
    insert into ledger_entries (transaction_id, company_id, account, driver_id, type, amount_bani, balance_after_bani,
      created_at)
    select written.id, written.company_id, line.account, line."driverId", line.type, line."amountBani",
      line."balanceAfterBani", written.created_at
    from written cross join jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(n integer, account text,
      "driverId" bigint, type text, "amountBani" bigint, "balanceAfterBani" bigint)
    order by line.n
    returning transaction_id as "transactionId"
  `.execute(tx)
  const transactionId = rows[0]?.transactionId
  if (transactionId === undefined) throw new Error('a movement without entries')
  return { transactionId, accounts: after }
}

export interface WrittenMovement {
  transactionId: number
  companyId: CompanyId
  kind: LedgerKind
  orderId: OrderId | null
  isReversed: boolean
  entries: LedgerEntry[]
}

interface WrittenRow extends Omit<WrittenMovement, 'entries'> {
  entries: LedgerEntry[]
}

/** The movement with this id in the scope; null when there is none. */
export async function findMovement(tx: Tx, { companies }: Scope, id: number): Promise<WrittenMovement | null> {
  const mine = companies === 'every' ? null : [...companies]
  const [movement] = await movementsWhere(
    tx,
    sql<boolean>`t.id = ${id} and (${mine}::bigint[] is null or t.company_id = any(${mine}::bigint[]))`,
  )
  return movement ?? null
}

/** The newest settlement or payment of an order; null when there is none. */
export async function findOfOrder(
  tx: Tx,
  orderId: OrderId,
  kind: 'order' | 'driver_payment',
): Promise<(WrittenMovement & { sequel: number }) | null> {
  const [movement] = await movementsWhere(
    tx,
    sql<boolean>`t.order_id = ${orderId} and t.kind = ${kind} and t.sequel = (
      select max(sequel) from ledger_transactions where order_id = ${orderId} and kind = ${kind})`,
  )
  return movement ?? null
}

/** The movements of credit notes that were not reversed, oldest first. */
export async function findOfCreditNotes(
  tx: Tx,
  noteIds: readonly number[],
): Promise<{ transactionId: number; invoiceId: number }[]> {
  const { rows } = await sql<{ transactionId: number; invoiceId: number }>`
    select t.id as "transactionId", t.invoice_id as "invoiceId" from ledger_transactions t
    where t.kind = 'credit_note' and t.invoice_id = any(${[...noteIds]}::bigint[])
      and not exists (select from ledger_transactions r where r.reverses_id = t.id)
    order by t.id
  `.execute(tx)
  return rows
}

async function movementsWhere(
  tx: Tx,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<(WrittenMovement & { sequel: number })[]> {
  const { rows } = await sql<WrittenRow & { sequel: number }>`
    select t.id as "transactionId", t.company_id as "companyId", t.kind, t.order_id as "orderId",
      coalesce(t.sequel, 0) as sequel,
      exists (select from ledger_transactions r where r.reverses_id = t.id) as "isReversed",
      (select jsonb_agg(jsonb_build_object('account', e.account, 'driverId', e.driver_id, 'type', e.type,
        'amountBani', e.amount_bani) order by e.id) from ledger_entries e where e.transaction_id = t.id) as entries
    from ledger_transactions t where ${condition}
  `.execute(tx)
  return rows
}
