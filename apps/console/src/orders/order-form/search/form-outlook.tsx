import { Suspense } from 'react'
import { later } from '../../../ui/later.ts'
import type { FormProps, OrderFormState } from '../use-order-form.ts'

const GoodsFields = later(() => import('../options/goods-fields.tsx').then((m) => m.GoodsFields))
const EstimateLine = later(() => import('../fare/estimate-line.tsx').then((m) => m.EstimateLine))
const DiscountLine = later(() => import('../fare/discount-line.tsx').then((m) => m.DiscountLine))
const FormFleet = later(() => import('./form-fleet.tsx').then((m) => m.FormFleet))

/** The end of either layout: goods, estimate, discount, and the cars that would get an offer. */
export function FormOutlook({
  draft,
  change,
  problem,
}: Pick<FormProps, 'draft' | 'change'> & { problem: OrderFormState['wrong'] }) {
  return (
    <>
      <Suspense fallback={null}>
        <GoodsFields draft={draft} change={change} problem={problem} />
      </Suspense>
      <Suspense fallback={null}>
        <EstimateLine draft={draft} />
      </Suspense>
      <Suspense fallback={null}>
        <DiscountLine draft={draft} problem={problem} change={change} />
      </Suspense>
      <Suspense fallback={null}>
        <FormFleet draft={draft} />
      </Suspense>
    </>
  )
}
