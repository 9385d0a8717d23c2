import type { OrderRow } from '@dispecerat/contract/order-shapes'
import { hourAndMinute, money, shownTime } from '../text/format.ts'
import { goodsWords } from '../text/goods-words.ts'

const words = goodsWords

type Goods = Pick<OrderRow, 'cod_amount' | 'prep_minutes' | 'departure_time' | 'state' | 'trip_state'>

/** On a row of deliveries: what to collect, and when the kitchen is ready; nothing on a ride. */
export function GoodsTags({ order }: { order: Goods }) {
  const { cod_amount: cod, prep_minutes: prep } = order
  const isWaited = order.state === 'created' || order.state === 'pending' || order.trip_state === 'waiting_driver'
  return (
    <>
      {cod === null ? null : (
        <span className="tag digits" title={words.cod}>
          {money(cod)}
        </span>
      )}
      {prep === null || !isWaited ? null : (
        <span className="tag digits" title={words.prep(prep)}>
          {words.readyAt(shownTime(order.departure_time, hourAndMinute))}
        </span>
      )}
    </>
  )
}
