import type { OrderView } from '@dispecerat/contract/order-shapes'
import { editOrder } from '@dispecerat/contract/orders'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useKey } from '../../keys/use-key.ts'
import { OrderStateBadge } from '../../parts/order-state-badge.tsx'
import { useOrderActions } from '../../parts/use-order-actions.tsx'
import { ro } from '../../text/ro.ts'
import { serverNow } from '../../ui/now.ts'
import { toast } from '../../ui/toast.ts'
import type { ChangeDraft } from './draft-store.ts'
import { FormHead } from './form-head.tsx'
import { draftOf, type OrderDraft, toNewOrder } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'
import { useOrderChoices } from './use-order-choices.ts'

/** A draft that has an id already (a duplicate): the same form, placed with state=created. */
export function SavedDraft({ order }: { order: OrderView }) {
  const [draft, setDraft] = useState(() => draftOf(order, new Date(serverNow())))
  const [refused, setRefused] = useState<Readonly<Record<string, string[]>>>({})
  const me = useUser()
  const { partners } = useOrderChoices()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const actions = useOrderActions()
  const change: ChangeDraft = useCallback(
    (next) => setDraft((d) => ({ ...d, ...(typeof next === 'function' ? next(d) : next) })),
    [],
  )

  const place = useAction(
    ({ wish, clientName }: { wish: OrderDraft; clientName: string | null }, key, at) => {
      const { payment_type, client_phone, ...rest } = toNewOrder(wish, {
        now: at,
        ownCompanyIds: me.companies.map((company) => company.id),
        partnerIds: partners.map((partner) => partner.id),
        clientName,
      })
      const body = {
        ...rest,
        ...(order.client_phone === null ? { client_phone } : {}),
        ...(wish.voucherTouched ? { payment_type } : {}),
        state: 'created' as const,
      }
      return call(editOrder, { params: { id: order.id }, body }, { key, version: order.version })
    },
    {
      done: ({ data }) => {
        toast.good(ro.order.created)
        cache.setQueryData(['order', data.id], { data })
      },
      failed: (error) => {
        setRefused(error instanceof ApiError ? error.fields : {})
        if (error instanceof ApiError && error.status === 409)
          void cache.invalidateQueries({ queryKey: ['order', order.id] })
        return false
      },
    },
  )
  const close = () => void navigate({ to: '/operator/order/$id', params: { id: '0' }, search: (kept) => kept })
  useKey('closeForm', close)

  return (
    <OrderForm
      title={`${ro.order.draft} ${order.id}`}
      headExtra={
        <>
          <OrderStateBadge state="new" />
          <Button size="compact-xs" variant="default" onClick={() => actions.remove(order.id)}>
            {ro.order.actions.delete}
          </Button>
          <FormHead by={order.dispatcher?.name ?? null} onClose={close} />
        </>
      }
      draft={draft}
      change={change}
      phoneIsFixed={order.client_phone !== null}
      submitText={ro.order.placeDraft}
      busy={place.busy}
      refused={refused}
      onSubmit={(clientName) => void place.run({ wish: draft, clientName })}
    />
  )
}
