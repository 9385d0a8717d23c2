// Apart from messages.routes.ts: a use case, started by an event.

import { takesSms } from '@dispecerat/domain/kernel/phone'
import { addHistory, clientFacts, orderMessageFacts } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEventMap } from '../../platform/db/domain-events.ts'
import { smsPrefixesOf } from '../../platform/limits/limits.public.ts'
import { contentOf, isTextOn, queueSms } from '../../platform/outbox/outbox.public.ts'
import { hasAppSession } from './messages.store.ts'

type News = DomainEventMap['order.client_news']

/**
 * Sends the client an SMS about the order when the company has enabled the text, the phone takes SMS and the client does not use the app.
 * The order's history records the SMS and its delivery.
 */
export async function textClient(tx: Tx, { orderId, companyId, news, now }: News): Promise<void> {
  if (!(await isTextOn(tx, companyId, news))) return
  const order = await orderMessageFacts(tx, orderId)
  if (!order || !takesSms(order.to, await smsPrefixesOf(tx, companyId))) return
  if (order.clientId !== null && (await hasAppSession(tx, order.clientId, now))) return
  const content = await contentOf(tx, news, companyId, clientFacts(order))
  if (!content) return
  const outboundMessageId = await queueSms(tx, { companyId, to: order.to, text: content.text, orderId }, now)
  const data = { message: news, letter_id: outboundMessageId }
  await addHistory(tx, [{ orderId, at: now, type: 'client_texted', by: SYSTEM, data }])
}
