import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { fareNeedsReason } from '@dispecerat/domain/orders/fare-change'
import { Suspense } from 'react'
import { request } from '../../../api/request.ts'
import { dayAndTime, money, shownTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import { EditableText } from '../saved/editable-text.tsx'
import { ronOf, typedRon } from '../saved/saved-fields.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'

const messages = savedOrderMessages.fields
const FareDoubt = later(() => import('./fare-doubt.tsx').then((m) => m.FareDoubt))
const TEXTS = { saved: ro.order.updated }

interface Props {
  order: OrderView
  lockOf: (field: string) => string | null
}

/** Cost, deductions and the amount to pay; shown once a driver has the order. */
export function SavedFare({ order, lockOf }: Props) {
  const hasFare = order.state === 'assigned' || order.state === 'finished' || order.state === 'canceled'
  const needsReason = fareNeedsReason(order.state)
  const isWrong = (text: string) => (text.trim() !== '' && ronOf(text) === null ? messages.amountInvalid : null)
  const show = (text: string) => {
    const ron = ronOf(text)
    return ron === null ? text : money(ron)
  }
  return (
    <div className="saved-fields">
      {order.estimated_cost === null ? null : <Fact label={messages.estimate} value={money(order.estimated_cost)} />}
      {hasFare ? (
        <>
          <EditableText
            order={order}
            label={messages.cost}
            wire="cost"
            inputMode="decimal"
            read={({ cost }) => typedRon(cost)}
            show={show}
            locked={lockOf('cost')}
            problem={isWrong}
            needsReason={needsReason}
            texts={TEXTS}
            save={(text, how, fare_reason) =>
              request(editOrder, { params: { id: order.id }, body: { cost: ronOf(text), fare_reason } }, how)
            }
          />
          {order.fare_doubt ? (
            <Suspense fallback={null}>
              <FareDoubt order={order} doubt={order.fare_doubt} />
            </Suspense>
          ) : null}
          <EditableText
            order={order}
            label={messages.discount}
            wire="discount_amount"
            inputMode="decimal"
            read={({ discount_amount }) => typedRon(discount_amount)}
            show={show}
            locked={lockOf('discount_amount')}
            problem={isWrong}
            needsReason={needsReason}
            texts={TEXTS}
            save={(text, how, fare_reason) =>
              request(editOrder, { params: { id: order.id }, body: { discount_amount: ronOf(text), fare_reason } }, how)
            }
          />
        </>
      ) : null}
      {order.discount_name === null ? null : (
        <Fact
          label={order.discount_name}
          value={order.discount_amount === null ? messages.discountLater : `−${money(order.discount_amount)}`}
        />
      )}
      {order.discounted_cost === null ? null : <Fact label={messages.toPay} value={money(order.discounted_cost)} />}
      {order.discount_compensated === null ? null : (
        <Fact label={messages.compensated} value={money(order.discount_compensated)} />
      )}
      {order.trip_finished_at ? (
        <Fact label={ro.order.driver.finishedAt} value={shownTime(order.trip_finished_at, dayAndTime)} />
      ) : null}
    </div>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="read-field">
      <span className="field-label">{label}</span>
      <span className="read-value digits">{value}</span>
    </div>
  )
}
