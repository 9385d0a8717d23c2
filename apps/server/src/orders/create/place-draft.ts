import type { OrderChange } from '@dispecerat/contract/orders/order-shapes'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { planDeparture } from '@dispecerat/domain/orders/departure'
import type { PromiseProblem } from '@dispecerat/domain/orders/lead'
import { stateAfter } from '@dispecerat/domain/orders/order'
import { requireActive } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { keepDiscount } from '../discounts/discounts.public.ts'
import type { Edit } from '../edit/decide-edit.ts'
import { discountOfOrder } from '../fare/discount-of-order.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveOrder } from '../orders.store.ts'
import { rememberPlaces } from '../places/remember-places.ts'
import { doubtFor } from './doubt-for.ts'
import { clientOf } from './order-client.ts'
import { DISCOUNTED_BY, inputProblems, inputRules, toColumns } from './order-input.ts'
import { nextOrderNo, type PlacingFacts } from './order-placing.store.ts'

/** Places a draft: the same validation as for a new order, a number, and a search or a start time. Returns why its departure cannot be promised. */
export async function placeDraft(
  tx: Tx,
  server: Server,
  actor: Actor,
  draft: { order: OrderRecord; edit: Edit; typed: OrderChange; facts: PlacingFacts; now: Date },
): Promise<PromiseProblem | null> {
  const { order, edit, typed, facts, now } = draft
  const { orderInput } = edit
  if (order.isTest) throw new DomainError('order.is_test')
  const companyId = order.createdByCompanyId
  await requireActive(tx, companyId, now)
  const phone = orderInput.clientPhone ?? orderInput.phone
  const { id: orderId } = order
  const isAccount = actor.kind === 'company'
  const plan = () => {
    needs(typed, 'departure_time', 'prep_minutes')
    return planDeparture(edit.departure ?? order.departureTime, now, facts.lead.minutes)
  }
  const clientAndDiscount = async () => {
    needs(typed, ...DISCOUNTED_BY)
    const discountRequest = {
      companyId,
      name: orderInput.clientName ?? orderInput.name,
      about: isAccount ? null : orderInput.aboutClient,
    }
    const client = phone === null ? null : await clientOf(tx, facts.client, { phone, ...discountRequest }, now)
    const clientId = client?.id ?? null
    const { departureAt } = plan()
    const placing = { companyId, clientId, orderInput, facts, departureAt, orderId }
    return { client, clientId, discount: await discountOfOrder(tx, actor, typed, placing) }
  }
  const [{ departureAt, startAt }, { client, clientId, discount }] = await checkAll(
    actor,
    plan,
    clientAndDiscount,
    ...inputRules(typed, inputProblems({ ...orderInput, clientPhone: phone }, facts, true)),
  )

  const state = stateAfter(order, startAt ? 'schedule' : 'place')
  const placed = await saveOrder(
    tx,
    order,
    {
      ...toColumns({ ...orderInput, clientPhone: phone, phone: orderInput.phone ?? phone }, isAccount ? null : client),
      state,
      orderNo: order.orderNo ?? (await nextOrderNo(tx, companyId, now)),
      clientId,
      discountConditionId: discount?.id ?? null,
      departureTime: departureAt,
      ...(facts.estimatedCostBani === null ? {} : { estimatedCostBani: facts.estimatedCostBani }),
      startAt,
      leadSource: startAt ? facts.lead.source : null,
      placedAt: now,
    },
    now,
  )
  if (discount) await keepDiscount(tx, { orderId, clientId, discount, now })
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'placed', by: actor, data: { state } }])
  await rememberPlaces(tx, { companyId, phone, userId: clientId }, orderInput.places, now)
  if (state === 'created') await server.domainEvents.emit(tx, 'order.search_wanted', { orderId: order.id, now })
  const by = { kind: actor.kind, userId: actor.userId }
  const staysOnLine = typed.stays_on_line === true
  await server.domainEvents.emit(tx, 'order.placed', { orderId: order.id, by, staysOnLine, now })
  await record(tx, changedEvents(placed), now)
  return doubtFor(actor, facts, { departureAt, now })
}
