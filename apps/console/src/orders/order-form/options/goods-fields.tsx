import { isDeliveryPackage, isDeliveryService, serviceOfPackage } from '@dispecerat/domain/orders/goods'
import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useUser } from '../../../api/session.ts'
import { goodsMessages } from '../../../shared/orders/goods-messages.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import './goods-fields.css'
import { FIRST_SERVICE, type OrderDraft } from '../draft/order-draft.ts'

const messages = goodsMessages

interface Props {
  draft: OrderDraft
  change: ChangeDraft
  problem: (field: string) => string | undefined
}

/** The goods of a delivery; nothing on a ride. The draft of a delivery company starts with its own service. */
export function GoodsFields({ draft, change, problem }: Props) {
  const { goods, serviceId } = draft
  const packageId = useUser().companies[0]?.package_id ?? 0
  const own = isDeliveryPackage(packageId) ? serviceOfPackage(packageId) : FIRST_SERVICE
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a draft; a ride that somebody chooses afterwards stays one
  useEffect(() => {
    if (serviceId === FIRST_SERVICE && own !== FIRST_SERVICE) change({ serviceId: own })
  }, [draft.id, own])
  if (!isDeliveryService(serviceId)) return null
  const type = (over: Partial<OrderDraft['goods']>) => change(({ goods: typed }) => ({ goods: { ...typed, ...over } }))
  return (
    <fieldset className="goods" aria-label={messages.title}>
      <TextInput
        className="goods-note"
        label={messages.note}
        autoComplete="off"
        value={goods.packageNote}
        error={problem('package_note')}
        onChange={(event) => type({ packageNote: event.currentTarget.value })}
      />
      <TextInput
        label={messages.cod}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className="goods-unit dim">RON</span>}
        rightSectionWidth={44}
        value={goods.codAmount}
        error={problem('cod_amount')}
        onChange={(event) => type({ codAmount: event.currentTarget.value })}
      />
      <TextInput
        label={messages.weight}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className="goods-unit dim">kg</span>}
        rightSectionWidth={36}
        value={goods.weightKg}
        error={problem('weight_kg')}
        onChange={(event) => type({ weightKg: event.currentTarget.value })}
      />
    </fieldset>
  )
}
