import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import { request } from '../../../api/request.ts'
import { goodsMessages } from '../../../shared/orders/goods-messages.ts'
import { ro } from '../../../text/ro.ts'
import { emptyGoods, type GoodsDraft, goodsOf, goodsOnWire, goodsProblems } from '../draft/goods-draft.ts'
import { GoodsFacts } from '../options/goods-facts.tsx'
import { EditableText } from './editable-text.tsx'

const messages = goodsMessages
const TEXTS = { saved: ro.order.updated }
const UNITS = { packageNote: '', codAmount: ' RON', weightKg: ' kg' } as const
const WIRE = { packageNote: 'package_note', codAmount: 'cod_amount', weightKg: 'weight_kg' } as const
const LABELS = { packageNote: messages.note, codAmount: messages.cod, weightKg: messages.weight } as const
const FIELDS = ['packageNote', 'codAmount', 'weightKg'] as const

interface Props {
  order: OrderView
  lockOf: (field: string) => string | null
}

/** The goods of a placed delivery, each field with a pencil, and the photo of the delivery; nothing on a ride. */
export function SavedGoods({ order, lockOf }: Props) {
  if (!isDeliveryService(order.service_id)) return null
  return (
    <>
      <section className="saved-fields" aria-label={messages.title}>
        {FIELDS.map((field) => (
          <EditableText
            key={field}
            order={order}
            label={LABELS[field]}
            wire={WIRE[field]}
            {...(field === 'packageNote' ? {} : { inputMode: 'decimal' })}
            read={(now) => goodsOf(now)[field]}
            show={(text) => (text === '' ? text : text + UNITS[field])}
            locked={lockOf(WIRE[field])}
            problem={(text) => goodsProblems(only(field, text))[WIRE[field]] ?? null}
            texts={TEXTS}
            save={(text, how) => {
              const body = { [WIRE[field]]: goodsOnWire(only(field, text))[WIRE[field]] }
              return request(editOrder, { params: { id: order.id }, body }, how)
            }}
          />
        ))}
      </section>
      <GoodsFacts order={{ ...order, package_note: null, cod_amount: null, weight_kg: null }} />
    </>
  )
}

function only(field: keyof GoodsDraft, text: string): GoodsDraft {
  return { ...emptyGoods(), [field]: text }
}
