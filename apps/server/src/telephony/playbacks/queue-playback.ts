// Apart from playbacks.jobs.ts: a use case, started by an event.

import { whyNothingLeaves } from '@dispecerat/domain/identity/company-approval'
import { PLAYBACK_NEWS, type PlaybackNews } from '@dispecerat/domain/telephony/playback'
import { addHistory, lockAnyOrder, orderMessageFacts } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEventMap } from '../../platform/db/domain-events.ts'
import { vettingOf } from '../../platform/limits/limits.public.ts'
import type { TelephonyContext } from '../calls/calls.public.ts'
import { dropWaiting, insertPlayback, isPlaybackOn } from './playbacks.store.ts'

type News = DomainEventMap['order.client_news']

/**
 * Queues an automatic call in the transaction of the event, so that it is neither lost nor repeated. When the exchange cannot call by
 * itself, the order's history gets an entry instead.
 */
export async function queuePlayback(
  tx: Tx,
  { orderId, companyId, news, now }: News,
  { telephony }: Pick<TelephonyContext, 'telephony'>,
): Promise<void> {
  if (!isSpoken(news) || !(await isPlaybackOn(tx, companyId))) return
  if (whyNothingLeaves(await vettingOf(tx, companyId), { isForRunning: true })) return
  const [order, orderFacts] = [await lockAnyOrder(tx, orderId), await orderMessageFacts(tx, orderId)]
  if (!order || !orderFacts) return
  if (!telephony?.announce) {
    const data = { message: news, playback_end: 'not_possible' }
    await addHistory(tx, [{ orderId, at: now, type: 'playback_ended', by: SYSTEM, data }])
    return
  }
  await dropWaiting(tx, orderId)
  await insertPlayback(tx, { orderId, news, driverId: order.driverId, now })
}

function isSpoken(news: News['news']): news is PlaybackNews {
  return PLAYBACK_NEWS.some((one) => one === news)
}
