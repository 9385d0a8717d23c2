import type { OrderChange } from '@dispecerat/contract/orders/order-shapes'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { PromiseProblem } from '@dispecerat/domain/orders/lead'
import { FIELDS_THAT_RESTART_SEARCH, isFareField } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { updateClient } from '../clients/clients.public.ts'
import { doubtFor } from '../create/doubt-for.ts'
import { type PlacingFacts, placingFacts, replacePlaces } from '../create/order-placing.store.ts'
import { placeDraft } from '../create/place-draft.ts'
import { checkFare, fareHistory, recordFareChange } from '../fare/check-fare.ts'
import { discountOfNewPayer, doubtAfterEdit, fareChanges, requireDiscountWithinCost } from '../fare/edit-fare.ts'
import { orderingAccount } from '../fare/protocol-account.store.ts'
import { afterEdit, pickupMoved } from '../life/restart-search.ts'
import { accountEvents, uninvitedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'
import { readPlaces } from '../places/order-places.store.ts'
import { checkFields, checkVersion } from './check-edit.ts'
import { changedFields, decideEdit, type Edit } from './decide-edit.ts'

/** Changes some fields of an order, or places a draft (`state: 'created'`). `doubt`: why the requested departure cannot be promised. */
export async function editOrder(
  server: Server,
  actor: Actor,
  { orderId, version }: { orderId: OrderId; version: ReadVersion },
  typed: OrderChange,
  metres: number | null = null,
): Promise<{ orderId: OrderId; doubt: PromiseProblem | null }> {
  const input: OrderChange = { ...typed }
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    checkVersion(order, version)
    const isPlacing = input.state === 'created'
    if (isPlacing && order.state !== 'new') {
      throw new DomainError('order.wrong_state', { move: 'place', state: order.state })
    }
    const fields = changedFields(order, input)
    checkFields(order, actor, fields)

    const before = await readPlaces(tx, order.id)
    const account = await orderingAccount(tx, actor, order.createdByCompanyId)
    const edit = decideEdit(order, before, input, { actor, account, now })
    const leavesAt = edit.departure ?? order.departureTime
    const whose = { companyId: order.createdByCompanyId, actor, orderId: order.id, leavesAt, metres }
    const facts = await placingFacts(tx, whose, edit.orderInput, now)
    if (input.places) await replacePlaces(tx, order.id, edit.orderInput.places)
    if (isPlacing) {
      return { orderId: order.id, doubt: await placeDraft(tx, server, actor, { order, edit, typed, facts, now }) }
    }
    if (fields.length === 0) return { orderId: order.id, doubt: null }
    const { changes, fare } = await checkedChanges(tx, { actor, order, edit, typed, facts, fields, now })
    const saved = await saveOrder(tx, order, { ...changes, ...doubtAfterEdit(order, fare) }, now)
    const { clientId, createdByCompanyId: companyId } = order
    if (clientId !== null && !account) await updateClient(tx, { companyId, clientId }, { about: input.about_client })

    if (saved.state === 'finished' && fields.some(isFareField)) {
      const author = { by: actor.userId, reason: fare?.reason ?? null }
      await server.domainEvents.emit(tx, 'order.fare_set', { orderId: order.id, now, ...author })
    }
    if (fare) await recordFareChange(tx, actor, order, fare, now)
    const restarting = fields.filter((field) => FIELDS_THAT_RESTART_SEARCH.includes(field))
    const mustRestart = restarting.some((field) => field !== 'places' || pickupMoved(before, edit.orderInput.places))
    const data = { fields, ...(fare ? { fare: fareHistory(fare) } : {}) }
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'edited', by: actor, data }])
    const events = await afterEdit(tx, server, { order: saved, mustRestart, now })
    if (order.protocolUserId !== saved.protocolUserId) events.push(...accountEvents(order))
    events.push(...uninvitedEvents(order, saved))
    await record(tx, events, now)
    const isRescheduled = changes.startAt !== undefined
    const doubt = isRescheduled ? doubtFor(actor, facts, { departureAt: saved.departureTime, now }) : null
    return { orderId: order.id, doubt }
  })
}

interface Editing {
  actor: Actor
  order: OrderRecord
  edit: Edit
  typed: OrderChange
  facts: PlacingFacts
  fields: readonly string[]
  now: Date
}

/** Column changes of the edit and its fare change; throws FieldErrors with everything the rules refuse. */
async function checkedChanges(tx: Tx, editing: Editing) {
  const { actor, order, edit, typed, facts, fields, now } = editing
  const reason = { ...typed }.fare_reason || null
  const hours = () => {
    needs(typed, 'departure_time', 'prep_minutes', 'lead_minutes')
    return edit.hours(facts, fields)
  }
  const written = async () => {
    needs(typed, 'cost', 'discount_amount', 'payment_type', 'protocol_user_id')
    const { orderInput, departure } = edit
    return {
      ...edit.changes(facts, fields),
      ...fareChanges(order, typed),
      ...(await discountOfNewPayer(tx, order, { orderInput, departure, now })),
    }
  }
  const [, times, { changes, fare }] = await checkAll(
    actor,
    () => edit.check(facts, fields),
    hours,
    async () => {
      const changes = await written()
      return { changes, fare: await checkFare(tx, order, changes, { actor, reason }) }
    },
    () => requireDiscountWithinCost(fareChanges(order, typed)),
  )
  return { changes: { ...changes, ...times }, fare }
}
