import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useKey } from '../../keys/use-key.ts'
import { warnPromise } from '../../shared/orders/promise/warn-promise.ts'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { changeStoredDraft, draftWasPlaced, replaceStoredDraft, useDraftStore } from './draft/draft-store.ts'
import { draftIsEmpty, emptyDraft, type OrderDraft, toNewOrder } from './draft/order-draft.ts'
import { useCallerTakenOver } from './draft/use-call-of-draft.ts'
import { FormHead } from './form-head.tsx'
import { useReadPartnerIds } from './options/use-order-choices.ts'
import { OrderForm } from './order-form.tsx'
import { type Refusal, refusalOf } from './saved/refusal.ts'

const UNDO_CLOSE_MS = 5000

interface Input {
  draft: OrderDraft
  clientName: string | null
}

/** Order 0: the form of a new order, its stored draft and its placing. */
export function NewOrder() {
  useCallerTakenOver()
  const draft = useDraftStore((s) => s.draft)
  const me = useUser()
  const { place, refusal, forgetRefusal } = usePlacing()
  /** Closing the form also clears its error messages. */
  const [formsClosed, setFormsClosed] = useState(0)
  const close = () => {
    if (draftIsEmpty(draft)) return
    setFormsClosed((n) => n + 1)
    replaceStoredDraft(emptyDraft())
    forgetRefusal()
    offerUndo({
      text: ro.order.formClosed,
      label: ro.toast.undo,
      ms: UNDO_CLOSE_MS,
      undo: () => replaceStoredDraft(draft),
    })
  }
  useKey('closeForm', close)

  return (
    <OrderForm
      key={formsClosed}
      title={ro.order.new}
      headExtra={<FormHead by={me.name} onClose={close} />}
      draft={draft}
      change={changeStoredDraft}
      submitText={ro.order.submit}
      busy={place.busy}
      phoneIsFixed={false}
      refusal={refusal}
      onSubmit={(clientName) => void place.run({ draft, clientName })}
    />
  )
}

/** Places a draft; afterwards its order is open, or `refusal` says what is wrong. */
function usePlacing() {
  const me = useUser()
  const readPartnerIds = useReadPartnerIds()
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const cache = useQueryClient()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const place = useAction(
    /* The draft's id is the idempotency key: sent repeatedly and from several tabs, it becomes one order. */
    async ({ draft: input, clientName }: Input, _, at) => {
      const partnerIds = await readPartnerIds()
      return request(
        createOrder,
        {
          body: toNewOrder(input, {
            now: at,
            ownCompanyIds: me.companies.map((company) => company.id),
            partnerIds,
            clientName,
          }),
        },
        { key: input.id },
      )
    },
    {
      done: ({ data, warning }, { draft: placed }) => {
        toast.good(ro.order.created)
        warnPromise({ warning })
        draftWasPlaced(placed)
        setRefusal(null)
        cache.setQueryData(endpointKey(readOrder, { params: { id: data.id } }), { data })
        void invalidate(cache, lookUpClient)
        void navigate({ to: orderPath, params: { id: String(data.id) }, search: (search) => search })
      },
      failed: (error, { draft: sent }) => {
        if (error instanceof ApiError && error.code === 'request.key_reused') {
          toast.bad(ro.order.placedAlready)
          changeStoredDraft({ id: crypto.randomUUID() })
          return true
        }
        setRefusal(refusalOf(error, sent))
        return error instanceof ApiError && error.status === 402
      },
    },
  )
  return { place, refusal, forgetRefusal: () => setRefusal(null) }
}
