import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import { canceledEvents, removedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { identifierOf, saveOrder } from '../orders.store.ts'
import { knownClient, lockIdleDraft } from './call-draft.store.ts'
import { insertOrder } from './order-placing.store.ts'

interface Answered {
  companyId: CompanyId
  dispatcherId: UserId
  /** E.164. */
  phone: string
  isTest: boolean
  now: Date
}

/** Draft for an order taken by telephone: the dispatcher's own one for that phone, or a new one with the client's known data. */
export async function draftForCall(
  tx: Tx,
  actor: Actor,
  { companyId, dispatcherId, phone, isTest, now }: Answered,
): Promise<{ orderId: OrderId; isNew: boolean }> {
  const idle = await lockIdleDraft(tx, { companyId, dispatcherId, phone })
  if (idle !== null) return { orderId: idle, isNew: false }
  const client = await knownClient(tx, companyId, phone)
  const orderId = await insertOrder(tx, {
    columns: {
      state: 'new',
      createdByCompanyId: companyId,
      dispatcherId,
      departureTime: now,
      clientPhone: phone,
      phone,
      clientId: client?.id ?? null,
      name: client?.name ?? null,
      clientName: client?.name ?? null,
      aboutClient: client?.about ?? null,
      isTest,
    },
    places: [],
    history: [{ at: now, type: 'created', by: actor }],
    now,
  })
  return { orderId, isNew: true }
}

/**
 * Cancels a draft whose call has ended (with reason call_ended, attributed to the dispatcher); the draft of a test call is deleted. Returns
 * the events for the company's dispatchers.
 */
export async function discardDraft(
  tx: Tx,
  {
    order,
    dispatcherId,
    text,
    now,
  }: { order: OrderRecord; dispatcherId: UserId | null; text: string | null; now: Date },
): Promise<LogEvent[]> {
  const by = { kind: 'dispatcher', userId: dispatcherId } as const
  if (order.isTest) {
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'deleted', by }])
    return removedEvents(await saveOrder(tx, order, { deletedAt: now }, now))
  }
  const canceled = await saveOrder(
    tx,
    order,
    {
      state: stateAfter(order, 'discard'),
      canceledAt: now,
      cancellationReasonType: 'call_ended',
      cancellationReasonText: text,
      cancelledBy: 'dispatcher',
      cancelledByUserId: dispatcherId,
      cancelledByIdentifier: await identifierOf(tx, dispatcherId),
    },
    now,
  )
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'canceled', by, data: { reason: 'call_ended', text } }])
  return canceledEvents(canceled, 'call_ended')
}
