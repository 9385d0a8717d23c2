import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { hourAndMinute, money, shownTime } from '../../text/format.ts'
import { ArrivalDoubtTag } from './car/arrival-doubt-tag.tsx'
import { CarTag } from './car/car-warning-tag.tsx'
import { FareDoubtTag } from './fare-doubt-tag.tsx'
import { goodsMessages } from './goods-messages.ts'

const messages = goodsMessages

type Tagged = Pick<
  OrderRow,
  | 'cod_amount'
  | 'prep_minutes'
  | 'departure_time'
  | 'state'
  | 'trip_state'
  | 'fare_doubt'
  | 'arrival_doubt'
  | 'car_warning'
  | 'replacement_since'
  | 'car_indicativ'
>

/**
 * Tags of a row: the amount to collect on delivery, when the kitchen is ready, a car that does not come, an arrival without evidence, and
 * a fare that has to be confirmed.
 */
export function RowTags({ order }: { order: Tagged }) {
  const { cod_amount: cod, prep_minutes: prep, fare_doubt: doubt } = order
  const isWaited = order.state === 'created' || order.state === 'pending' || order.trip_state === 'waiting_driver'
  return (
    <>
      {doubt ? <FareDoubtTag doubt={doubt} /> : null}
      <CarTag order={order} />
      {order.arrival_doubt && order.trip_state === 'waiting_client' ? (
        <ArrivalDoubtTag doubt={order.arrival_doubt} />
      ) : null}
      {cod === null ? null : (
        <span className="tag digits" title={messages.cod}>
          {money(cod)}
        </span>
      )}
      {prep === null || !isWaited ? null : (
        <span className="tag digits" title={messages.prep(prep)}>
          {messages.readyAt(shownTime(order.departure_time, hourAndMinute))}
        </span>
      )}
    </>
  )
}
