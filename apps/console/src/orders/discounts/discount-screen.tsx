import {
  createDiscount,
  type Discount,
  type DiscountChange,
  deleteDiscount,
  editDiscount,
  listDiscounts,
  type NewDiscount,
  previewDiscounts,
  readDiscount,
  restoreDiscount,
} from '@dispecerat/contract/orders/discounts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { CompanyName } from '../../shared/edit-page/company-field.tsx'
import { EditPage } from '../../shared/edit-page/edit-page.tsx'
import { useEditedRow } from '../../shared/edit-page/use-edited-row.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { later } from '../../ui/later.ts'
import { discountMessages as messages } from '../discount-messages.ts'
import { AmountFields, LimitFields, TriggerFields } from './discount-fields.tsx'
import { asBody, type DiscountValues, NEW_DISCOUNT, valuesOf } from './discount-values.ts'
import './discounts.css'

const DiscountPreview = later(() => import('./discount-preview.tsx').then((m) => m.DiscountPreview))
const UNDO_MS = 6000

/** /discount/{id}: one discount, or a new one under /discount/new. */
export function DiscountScreen() {
  const { id } = useParams({ from: '/app/discount/$id' })
  return <DiscountPage key={id} id={id === 'new' ? null : Number(id)} />
}

function DiscountPage({ id }: { id: number | null }) {
  const navigate = useNavigate()
  const mayEdit = useUser().permissions.includes('discounts.edit')
  const {
    row: discount,
    form,
    page,
  } = useEditedRow<DiscountValues, Discount>({
    entity: 'discount',
    id,
    read: readDiscount,
    empty: NEW_DISCOUNT,
    loadedOf: (known) => ({ values: valuesOf(known), version: known.version }),
    save: (changes, { version, key, all }) => {
      if (id !== null) {
        const body = asBody(changes) as DiscountChange
        return request(editDiscount, { params: { id }, body }, { key, version })
      }
      const company = all.company_id === null ? {} : { company_id: all.company_id }
      return request(createDiscount, { body: { ...(asBody(all) as unknown as NewDiscount), ...company } }, { key })
    },
    shownIn: [listDiscounts, previewDiscounts],
    open: (added) => void navigate({ to: '/discount/$id', params: { id: String(added) }, replace: true }),
  })
  return (
    <EditPage
      title={discount ? discount.name : messages.newTitle}
      aside={
        discount ? (
          <>
            <CompanyName name={discount.company_name} />
            {mayEdit ? <DeleteButton id={discount.id} /> : null}
          </>
        ) : null
      }
      {...page}
      isReadOnly={!mayEdit}
      labels={messages.fields}
      below={
        discount ? (
          <Suspense fallback={null}>
            <DiscountPreview companyId={discount.company_id} />
            {mayEdit ? <ChangeHistory entity="discount" entityId={discount.id} labels={messages.fields} /> : null}
          </Suspense>
        ) : null
      }
    >
      <fieldset className="edit-page" disabled={!mayEdit}>
        <AmountFields form={form} isNew={id === null} />
        <TriggerFields form={form} />
        <LimitFields form={form} />
      </fieldset>
    </EditPage>
  )
}

function DeleteButton({ id }: { id: number }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void invalidate(cache, listDiscounts)
  const restore = useAction((gone: number, key) => request(restoreDiscount, { params: { id: gone } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      refresh()
    },
  })
  const remove = useAction((gone: number, key) => request(deleteDiscount, { params: { id: gone } }, { key }), {
    done: (_, gone) => {
      refresh()
      void navigate({ to: '/discounts', search: {} })
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(gone) })
    },
  })
  const confirmRemove = () =>
    confirm({ text: messages.removeQuestion, yes: messages.removeYes, danger: true, onYes: () => void remove.run(id) })
  return (
    <>
      <span className="table-tools-space" />
      <Button size="compact-sm" variant="default" onClick={confirmRemove}>
        {messages.remove}
      </Button>
    </>
  )
}
