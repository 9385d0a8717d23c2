import { type DiscountChange, NewDiscount } from '@dispecerat/contract/orders/discounts'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { VersionedRecord, withChanges } from '../../platform/records/versioned-record.ts'
import { requireSound, tidied } from './check-discount.ts'
import {
  type DiscountFields,
  insertDiscount,
  lockDiscount,
  saveDiscount,
  setDiscountDeleted,
} from './discounts.store.ts'

const discounts = new VersionedRecord({
  entity: 'discount',
  unknown: 'discount.unknown',
  conflict: 'discount.changed_meanwhile',
  lock: lockDiscount,
  save: saveDiscount,
  setDeleted: setDiscountDeleted,
  auditFields: toWire,
})

/** Placeholder values for the invalid fields of a dry run. */
const NOTHING_TYPED = NewDiscount.parse({ name: '-', type: 'percent', value: 1, trigger: 'manual' })

/** Creates a discount; orders placed from now on may get it. */
export function createDiscount(server: Server, actor: Actor, typed: NewDiscount) {
  return discounts.create(server, actor, async (tx, now) => {
    const companyId = await chosenCompany(tx, actor.scope, typed.company_id)
    const discount = tidied(fieldsOf(actor.isDryRun ? { ...NOTHING_TYPED, ...typed } : typed))
    await requireSound(tx, actor, { typed, discount, companyId, id: null })
    const id = await insertDiscount(tx, { ...discount, companyId }, { userId: actor.userId, now })
    return { id, companyId, fields: discount }
  })
}

/** Changes the fields sent; orders that have the discount keep their frozen terms. Throws `discount.changed_meanwhile`. */
export function editDiscount(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: DiscountChange; version: ReadVersion },
) {
  return discounts.edit(server, actor, id, {
    version,
    to: async (tx, current) => {
      const discount = tidied(fieldsOf(withChanges(toWire(current), change)))
      await requireSound(tx, actor, { typed: change, discount, companyId: current.companyId, id })
      return discount
    },
  })
}

/** Removes it from new orders; orders that have it keep it. */
export function deleteDiscount(server: Server, actor: Actor, id: number) {
  return discounts.delete(server, actor, id)
}

/** Throws FieldErrors on `code` when another discount uses it meanwhile. */
export function restoreDiscount(server: Server, actor: Actor, id: number) {
  return discounts.restore(server, actor, id)
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
