import { type DiscountChange, NewDiscount } from '@dispecerat/contract/orders/discounts'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { requireSound, tidied } from './check-discount.ts'
import {
  type DiscountFields,
  insertDiscount,
  type LockedDiscount,
  lockDiscount,
  saveDiscount,
  setDiscountDeleted,
} from './discounts.store.ts'

const recordDiscountChange = audited({ entity: 'discount', fields: toWire })

interface DiscountId {
  discountId: number
}

/** Placeholder values for the invalid fields of a dry run. */
const NOTHING_TYPED = NewDiscount.parse({ name: '-', type: 'percent', value: 1, trigger: 'manual' })

/** Creates a discount; orders placed from now on may get it. */
export async function createDiscount(server: Server, actor: Actor, typed: NewDiscount): Promise<DiscountId> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, typed.company_id)
    const discount = tidied(fieldsOf(actor.isDryRun ? { ...NOTHING_TYPED, ...typed } : typed))
    await requireSound(tx, actor, { typed, discount, companyId, id: null })
    const now = server.clock.now()
    const discountId = await insertDiscount(tx, { ...discount, companyId }, { userId: actor.userId, now })
    await recordDiscountChange(tx, actor, { id: discountId, companyId, action: 'created', after: discount }, now)
    return { discountId }
  })
}

/** Changes the fields sent; orders that have the discount keep their frozen terms. Throws `discount.changed_meanwhile`. */
export async function editDiscount(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: DiscountChange; version: ReadVersion },
): Promise<DiscountId> {
  return write(server, actor, async (tx) => {
    const current = await openDiscount(tx, actor, id)
    const { companyId } = current
    requireFresh(version, current, 'discount.changed_meanwhile')
    const after = tidied(withChange(current, change))
    await requireSound(tx, actor, { typed: change, discount: after, companyId, id })
    const now = server.clock.now()
    await saveDiscount(tx, id, after, now)
    await recordDiscountChange(tx, actor, { id, companyId, action: 'changed', before: current, after }, now)
    return { discountId: id }
  })
}

/** Removes it from new orders; orders that have it keep it. */
export async function deleteDiscount(server: Server, actor: Actor, id: number): Promise<DiscountId> {
  return write(server, actor, async (tx) => {
    const current = await openDiscount(tx, actor, id)
    const now = server.clock.now()
    await setDiscountDeleted(tx, id, now, now)
    const { companyId } = current
    await recordDiscountChange(tx, actor, { id, companyId, action: 'deleted', before: current }, now)
    return { discountId: id }
  })
}

/** Throws FieldErrors on `code` when another discount uses it meanwhile. */
export async function restoreDiscount(server: Server, actor: Actor, id: number): Promise<DiscountId> {
  return write(server, actor, async (tx) => {
    const current = await lockDiscount(tx, actor.scope, id)
    if (!current || current.deletedAt === null) throw new DomainError('discount.unknown')
    const now = server.clock.now()
    await setDiscountDeleted(tx, id, null, now)
    const { companyId } = current
    await recordDiscountChange(tx, actor, { id, companyId, action: 'restored', after: current }, now)
    return { discountId: id }
  })
}

async function openDiscount(tx: Tx, actor: Actor, id: number): Promise<LockedDiscount> {
  const discount = await lockDiscount(tx, actor.scope, id)
  if (!discount || discount.deletedAt !== null) throw new DomainError('discount.unknown')
  return discount
}

function fieldsOf(input: Omit<NewDiscount, 'company_id'>): DiscountFields {
  return {
    name: input.name,
    type: input.type,
    hundredths: baniFromRon(input.value),
    trigger: input.trigger,
    maxAmountBani: input.max_amount === null ? null : baniFromRon(input.max_amount),
    minCostBani: baniFromRon(input.min_cost),
    nth: input.nth,
    code: input.code,
    protocolUserId: input.protocol_user_id,
    days: input.days,
    timeFrom: input.time_from,
    timeTo: input.time_to,
    validFrom: input.valid_from,
    validTo: input.valid_to,
    maxUses: input.max_uses,
    maxUsesPerClient: input.max_uses_per_client,
    serviceIds: input.service_ids,
    compensatedPercent: input.compensated_percent,
    isActive: input.is_active,
  }
}

function withChange(current: DiscountFields, change: DiscountChange): DiscountFields {
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return fieldsOf({ ...toWire(current), ...changes })
}

/** The fields in wire format, also used in the audit log. */
function toWire(discount: DiscountFields): Omit<NewDiscount, 'company_id'> {
  return {
    name: discount.name,
    type: discount.type,
    value: discount.hundredths / 100,
    trigger: discount.trigger,
    max_amount: discount.maxAmountBani === null ? null : discount.maxAmountBani / 100,
    min_cost: discount.minCostBani / 100,
    nth: discount.nth,
    code: discount.code,
    protocol_user_id: discount.protocolUserId,
    days: discount.days,
    time_from: discount.timeFrom,
    time_to: discount.timeTo,
    valid_from: discount.validFrom,
    valid_to: discount.validTo,
    max_uses: discount.maxUses,
    max_uses_per_client: discount.maxUsesPerClient,
    service_ids: discount.serviceIds,
    compensated_percent: discount.compensatedPercent,
    is_active: discount.isActive,
  }
}
