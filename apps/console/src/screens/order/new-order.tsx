import { createOrder } from '@dispecerat/contract/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useKey } from '../../keys/use-key.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo-toast.tsx'
import { changeKeptDraft, replaceKeptDraft, useDraftStore } from './draft-store.ts'
import { FormHead } from './form-head.tsx'
import { draftIsEmpty, emptyDraft, type OrderDraft, toNewOrder } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'
import { useOrderChoices } from './use-order-choices.ts'

const UNDO_CLOSE_MS = 5000

interface Wish {
  draft: OrderDraft
  clientName: string | null
}

/** Order 0: typed, kept, placed. */
export function NewOrder() {
  const draft = useDraftStore((s) => s.draft)
  const me = useUser()
  const { partners } = useOrderChoices()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [refused, setRefused] = useState<Readonly<Record<string, string[]>>>({})

  const place = useAction(
    ({ draft: wish, clientName }: Wish, key, at) =>
      call(
        createOrder,
        {
          body: toNewOrder(wish, {
            now: at,
            ownCompanyIds: me.companies.map((company) => company.id),
            partnerIds: partners.map((partner) => partner.id),
            clientName,
          }),
        },
        { key },
      ),
    {
      done: ({ data }) => {
        toast.good(ro.order.created)
        replaceKeptDraft(emptyDraft())
        setRefused({})
        cache.setQueryData(['order', data.id], { data })
        void cache.invalidateQueries({ queryKey: ['client'] })
        void navigate({ to: '/operator/order/$id', params: { id: String(data.id) }, search: (kept) => kept })
      },
      failed: (error) => {
        setRefused(error instanceof ApiError ? error.fields : {})
        return false
      },
    },
  )

  /** A closed form forgets its mistakes too. */
  const [formsClosed, setFormsClosed] = useState(0)
  const close = () => {
    if (draftIsEmpty(draft)) return
    setFormsClosed((n) => n + 1)
    replaceKeptDraft(emptyDraft())
    setRefused({})
    offerUndo({
      text: ro.order.formClosed,
      label: ro.toast.undo,
      ms: UNDO_CLOSE_MS,
      undo: () => replaceKeptDraft(draft),
    })
  }
  useKey('closeForm', close)

  return (
    <OrderForm
      key={formsClosed}
      title={ro.order.new}
      headExtra={<FormHead by={me.name} onClose={close} />}
      draft={draft}
      change={changeKeptDraft}
      submitText={ro.order.submit}
      busy={place.busy}
      refused={refused}
      onSubmit={(clientName) => void place.run({ draft, clientName })}
    />
  )
}
