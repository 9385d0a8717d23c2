import { type CommissionTerms, moneyOf } from '@dispecerat/domain/billing/commission'
import {
  driverPaymentEntries,
  type LedgerEntry,
  type LedgerKind,
  orderEntries,
  topUpEntries,
} from '@dispecerat/domain/billing/ledger'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { COURIERS, RIDERS, STAFF, TAXI_COMPANY, TAXI_DRIVERS } from '../demo-accounts.ts'
import { numbers, type SeedInput } from '../demo-people.ts'
import type { SeedRow } from '../demo-rows.ts'
import { doubtOfTrip } from './demo-doubted-fare.ts'
import { PAST_DAYS } from './demo-month.ts'
import type { NumberedOrder } from './demo-order-rows.ts'

const DAY_MS = 86_400_000
/** The ledger begins a day before the first order, so that every past trip has its commission. */
const LEDGER_DAYS = PAST_DAYS + 1
/** Payments for trips older than this are already made to the drivers. */
const PAID_AFTER_DAYS = 3
const TERMS: CommissionTerms = { type: 'percent', hundredths: 1000, cardFeeHundredths: 150 }
/** A driver whose balance falls below this pays a top-up. */
const BRINGS_BELOW = 25_00

export interface PastMovement {
  companyId: CompanyId
  kind: LedgerKind
  orderId: OrderId | null
  by: number | null
  method: 'cash' | null
  at: Date
  entries: (LedgerEntry & { balanceAfterBani: number | null })[]
}

export interface PastMoney {
  settings: SeedRow<'finance_settings'>[]
  movements: PastMovement[]
  /** Payment to the driver for each order, and whether it has been made. */
  payments: Map<number, { bani: number; isPaid: boolean }>
}

/** Opening balances, commissions, payments and top-ups of the month, in the order of time. */
export function pastMoney(
  input: SeedInput,
  orders: readonly NumberedOrder[],
  companyOf: (driverId: DriverId) => CompanyId,
): PastMoney {
  const { now } = input
  const random = input.random.fork('money')
  const since = new Date(now.getTime() - LEDGER_DAYS * DAY_MS)
  const paidBefore = new Date(now.getTime() - PAID_AFTER_DAYS * DAY_MS)
  const ledger = new PastLedger()
  for (const id of [TAXI_DRIVERS, COURIERS, RIDERS].flatMap(numbers)) {
    const bani = random.whole(15_00, 300_00)
    ledger.write({ ...systems(companyOf(id), since), kind: 'opening', entries: opening(id, bani) })
  }
  for (const { id: orderId, trip, assignment, paymentType } of byEnd(orders, since)) {
    if (!trip || !assignment || doubtOfTrip(trip) !== null) continue
    const at = trip.finishedAt
    const driverId = assignment.driverId
    const fare = { paymentType, costBani: trip.costBani, discountedCostBani: null, compensatedBani: 0 }
    const money = moneyOf(fare, TERMS)
    const written = { ...systems(TAXI_COMPANY, at), orderId }
    ledger.write({ ...written, kind: 'order', entries: orderEntries(driverId, money) })
    if (money.driverPaymentBani > 0) {
      const isPaid = at < paidBefore
      ledger.payments.set(orderId, { bani: money.driverPaymentBani, isPaid })
      const paid = { ...written, kind: 'driver_payment', by: STAFF.manager } as const
      if (isPaid) ledger.write({ ...paid, entries: driverPaymentEntries(driverId, money) })
    }
    if (ledger.balanceOf(driverId) >= BRINGS_BELOW) continue
    const brought = topUpEntries(driverId, random.pick([50_00, 100_00, 150_00]), 'cash')
    ledger.write({ ...systems(TAXI_COMPANY, at), kind: 'top_up', by: STAFF.manager, method: 'cash', entries: brought })
  }
  return { settings: [settings(now)], movements: ledger.movements, payments: ledger.payments }
}

class PastLedger {
  readonly movements: PastMovement[] = []
  readonly payments: PastMoney['payments'] = new Map()
  private readonly balances = new Map<number, number>()

  balanceOf(driverId: DriverId): number {
    return this.balances.get(driverId) ?? 0
  }

  write({ entries, ...movement }: Omit<PastMovement, 'entries'> & { entries: readonly LedgerEntry[] }): void {
    if (entries.length === 0) return
    this.movements.push({
      ...movement,
      entries: entries.map((entry) => ({ ...entry, balanceAfterBani: this.move(entry) })),
    })
  }

  private move({ account, driverId, amountBani }: LedgerEntry): number | null {
    if (account !== 'driver' || driverId === null) return null
    const balance = this.balanceOf(driverId) + amountBani
    this.balances.set(driverId, balance)
    return balance
  }
}

function systems(companyId: CompanyId, at: Date) {
  return { companyId, orderId: null, by: null, method: null, at }
}

function opening(driverId: DriverId, bani: number): LedgerEntry[] {
  return [
    { account: 'driver', driverId, type: 'correction', amountBani: bani },
    { account: 'opening', driverId, type: null, amountBani: -bani },
  ]
}

function byEnd(orders: readonly NumberedOrder[], since: Date): NumberedOrder[] {
  const end = ({ trip }: NumberedOrder) => trip?.finishedAt.getTime() ?? 0
  return orders
    .filter((order) => order.companyId === TAXI_COMPANY && end(order) >= since.getTime())
    .sort((a, b) => end(a) - end(b) || a.id - b.id)
}

function settings(now: Date): SeedRow<'finance_settings'> {
  return {
    company_id: TAXI_COMPANY,
    commission_type: TERMS.type,
    commission_hundredths: TERMS.hundredths,
    card_fee_hundredths: TERMS.cardFeeHundredths,
    allow_negative_limit_bani: 50_00,
    low_balance_warning_bani: 30_00,
    protocol_payout: 'manual',
    updated_by: STAFF.manager,
    updated_at: now,
  }
}
