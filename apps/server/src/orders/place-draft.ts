import { planDeparture } from '@dispecerat/domain/departure'
import { stateAfter } from '@dispecerat/domain/order'
import { requireActive } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import type { Server } from '../server.ts'
import type { Edit } from './decide-edit.ts'
import { clientOf } from './order-client.ts'
import { changedEvents } from './order-events.ts'
import { addHistory } from './order-history.store.ts'
import { nextOrderNo } from './order-placing.store.ts'
import type { OrderRecord } from './order-record.ts'
import { columnsOfWish, refuse, wishProblems } from './order-wish.ts'
import { saveOrder } from './orders.store.ts'
import type { PlacingFacts } from './placing-facts.store.ts'
import { rememberPlaces } from './remember-places.ts'

/** A draft becomes an order like any other: the same checks, a number, a search or an hour to wait for. */
export async function placeDraft(
  tx: Tx,
  server: Server,
  caller: Caller,
  draft: { order: OrderRecord; edit: Edit; facts: PlacingFacts; now: Date },
): Promise<void> {
  const { order, edit, facts, now } = draft
  const { wish } = edit
  const companyId = order.createdByCompanyId
  await requireActive(tx, companyId, now)
  const phone = wish.clientPhone ?? wish.phone
  refuse(wishProblems({ ...wish, clientPhone: phone }, facts, true))
  const { departureAt, startAt } = planDeparture(edit.departure ?? order.departureTime, now, facts.leadMinutes)
  const asked = { companyId, name: wish.clientName ?? wish.name, about: wish.aboutClient }
  const client = phone === null ? null : await clientOf(tx, facts.client, { phone, ...asked }, now)

  const state = stateAfter(order, startAt ? 'schedule' : 'place')
  const placed = await saveOrder(
    tx,
    order,
    {
      ...columnsOfWish({ ...wish, clientPhone: phone, phone: wish.phone ?? phone }, client),
      state,
      orderNo: order.orderNo ?? (await nextOrderNo(tx, companyId, now)),
      clientId: client?.id ?? null,
      departureTime: departureAt,
      startAt,
      placedAt: now,
    },
    now,
  )
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'placed', by: caller, data: { state } }])
  await rememberPlaces(tx, { companyId, phone, userId: client?.id ?? null }, wish.places, now)
  if (state === 'created') await server.trade.tell(tx, 'order.search_wanted', { orderId: order.id, now })
  await record(tx, changedEvents(placed), now)
}
