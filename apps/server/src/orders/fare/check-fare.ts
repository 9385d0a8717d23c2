import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import {
  type FareFacts,
  fareNeedsReason,
  hasNoFareLimit,
  movedByFare,
  type WhyNotFare,
  whyNotFare,
} from '@dispecerat/domain/orders/fare-change'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { maxDiscountOf } from '../discounts/discounts.public.ts'
import type { OrderChanges, OrderRecord } from '../order-record.ts'
import { fareLeftBani } from './fare-left.store.ts'

/** A permitted manual change of a fare. */
export interface FareChange {
  before: FareFacts
  after: FareFacts
  reason: string | null
  movedBani: number
  /** Counts against the order's limit. */
  isLimited: boolean
}

const COLUMN = {
  cost: 'costBani',
  discount_amount: 'discountAmountBani',
  payment_type: 'paymentType',
  protocol_user_id: 'protocolUserId',
} as const satisfies Record<string, keyof FareFacts>
type FareField = keyof typeof COLUMN
const FIELDS = Object.keys(COLUMN) as FareField[]
const TOTALS: readonly FareField[] = ['cost', 'discount_amount']

const REFUSALS: Record<WhyNotFare, string> = {
  of_partner: 'Cursa a fost făcută de un șofer al altei companii; tariful ei nu se mai schimbă de aici',
  not_allowed: 'Tariful îl poate schimba numai administratorul companiei',
}

/** The fare change that these changes make to a locked order; null: none. Refuses changes that the actor may not make. */
export async function checkFare(
  tx: Tx,
  order: OrderRecord,
  changes: OrderChanges,
  { actor, reason }: { actor: Actor; reason: string | null },
): Promise<FareChange | null> {
  const before = fareOf(order)
  const after = fareOf({ ...order, ...changes })
  // Choosing the payer of a draft is not a fare change; an amount is, because the draft keeps it when it is placed.
  const fields = order.state === 'new' ? TOTALS : FIELDS
  const changed = fields.filter((field) => before[COLUMN[field]] !== after[COLUMN[field]])
  // An account's payer is its contract; it may not edit fares (`accountMayEdit`).
  if (changed.length === 0 || actor.kind === 'company') return null

  const left = await fareLeftBani(tx, order.id)
  const life = { state: order.state, isOfPartner: isOfPartner(order, actor) }
  const editor = { roles: actor.roles, revoked: actor.revokedBy?.get(order.createdByCompanyId) ?? [] }
  const problems: Record<string, string[]> = {}
  if (fareNeedsReason(order.state) && !reason) problems.fare_reason = ['Scrieți motivul schimbării']
  const tooMuch = changed.includes('discount_amount') ? await moreThanPromised(tx, order.id, after) : null
  if (tooMuch !== null) problems.discount_amount = [tooMuch]
  const movedBani = movedByFare(order, before, after)
  const isLimited = !hasNoFareLimit(editor)
  if (isLimited && movedBani > left) {
    const field = changed[0] ?? 'cost'
    problems[field] = [`Puteți schimba cel mult ${inRon(left)}; restul îl schimbă administratorul`]
  }
  for (const field of changed) {
    const why = whyNotFare(life, field, editor, left)
    if (why !== null) problems[field] = [REFUSALS[why]]
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
  return { before, after, reason, movedBani, isLimited }
}

/** Refuses actors who may not decide this order's fare; the endpoint has already checked the permission. */
export function requireFareOf(order: OrderRecord, actor: Actor): void {
  const why = whyNotFare({ state: order.state, isOfPartner: isOfPartner(order, actor) }, 'cost', actor, 0)
  if (why !== null) throw new FieldErrors({ cost: [REFUSALS[why]] })
}

/** History data of the change. */
export function fareHistory({ before, after, reason, movedBani, isLimited }: FareChange): Record<string, unknown> {
  return { before: wireFare(before), after: wireFare(after), reason, moved_bani: movedBani, is_limited: isLimited }
}

/** Writes the audit entry of a manual fare change, before or after the end of the trip. */
export async function recordFareChange(
  tx: Tx,
  actor: Actor,
  order: OrderRecord,
  { before, after, reason }: FareChange,
  now: Date,
): Promise<void> {
  const about = { entity: 'order', entityId: order.id, companyId: order.createdByCompanyId, action: 'changed' }
  await recordAudit(tx, actor, { ...about, before: wireFare(before), after: { ...wireFare(after), reason } }, now)
}

/** Error when a manual discount exceeds the terms frozen with the order; otherwise null. */
async function moreThanPromised(tx: Tx, orderId: OrderId, after: FareFacts): Promise<string | null> {
  const max = after.costBani === null ? null : await maxDiscountOf(tx, orderId, after.costBani)
  if (max === null || (after.discountAmountBani ?? 0) <= max) return null
  return `Discountul comenzii permite cel mult ${inRon(max)}`
}

function isOfPartner({ createdByCompanyId, processedByCompanyId }: OrderRecord, { scope }: Actor): boolean {
  if (processedByCompanyId === null || processedByCompanyId === createdByCompanyId) return false
  return scope.companies !== 'every' && !scope.companies.includes(processedByCompanyId)
}

function fareOf({ costBani, discountAmountBani, paymentType, protocolUserId }: FareFacts): FareFacts {
  return { costBani, discountAmountBani, paymentType, protocolUserId }
}

function wireFare({ costBani, discountAmountBani, paymentType, protocolUserId }: FareFacts) {
  const ron = (bani: number | null) => (bani === null ? null : ronFromBani(bani))
  return {
    cost: ron(costBani),
    discount_amount: ron(discountAmountBani),
    payment_type: paymentType,
    protocol_user_id: protocolUserId,
  }
}

function inRon(bani: number): string {
  return `${ronFromBani(bani).toFixed(2).replace('.', ',')} RON`
}
