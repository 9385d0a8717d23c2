import { minutesText } from '@dispecerat/domain/message-texts'
import { showPhone, takesSms } from '@dispecerat/domain/phone'
import { SYSTEM } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import type { TradeEventMap } from '../db/trade-events.ts'
import { addHistory } from '../orders/orders.public.ts'
import { isTextOn, queueSms, wordsOf } from '../outbox/outbox.public.ts'
import { type OrderTold, orderTold } from './client-news.store.ts'
import { hasAppSession } from './messages.store.ts'

type News = TradeEventMap['order.client_news']

/**
 * Writes the client an SMS about his order where the company wants it: to a phone that takes one, unless he follows the order in the
 * app. The order's history keeps that it was written and how it fares.
 */
export async function textClient(tx: Tx, { orderId, companyId, news, now }: News): Promise<void> {
  if (!(await isTextOn(tx, companyId, news))) return
  const order = await orderTold(tx, orderId)
  if (!order || !takesSms(order.to)) return
  if (order.clientId !== null && (await hasAppSession(tx, order.clientId, now))) return
  const words = await wordsOf(tx, news, companyId, factsOf(order))
  if (!words) return
  const letterId = await queueSms(tx, { companyId, to: order.to, text: words.text, orderId }, now)
  const data = { message: news, letter_id: letterId }
  await addHistory(tx, [{ orderId, at: now, type: 'client_texted', by: SYSTEM, data }])
}

/** A text uses of these what it names. */
function factsOf(order: OrderTold) {
  const { companie, telefon, adresa, indicativ, masina, numar, sofer, minutes } = order
  return {
    comanda: String(order.orderNo ?? ''),
    telefon: telefon === null ? '' : showPhone(telefon),
    ...{ companie, adresa, indicativ: indicativ ?? '', masina: masina ?? '', numar: numar ?? '', sofer: sofer ?? '' },
    minute: minutesText(minutes),
  }
}
