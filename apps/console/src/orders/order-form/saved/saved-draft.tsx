import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { editOrder } from '@dispecerat/contract/orders/orders'
import type { CallView } from '@dispecerat/contract/telephony/calls'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { request as ask } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { useKey } from '../../../keys/use-key.ts'
import { invalidateOrder, keepOrder } from '../../../shared/orders/keep-order.ts'
import { OrderStateBadge } from '../../../shared/orders/order-state-badge.tsx'
import { warnPromise } from '../../../shared/orders/promise/warn-promise.ts'
import { useOrderActions } from '../../../shared/orders/use-order-actions.tsx'
import { callDraftKey } from '../../../shared/telephone/answering.ts'
import { CallButtons } from '../../../shared/telephone/call-buttons.tsx'
import { useIsMyCall } from '../../../shared/telephone/use-colleagues-call.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { later } from '../../../ui/later.ts'
import { serverNow } from '../../../ui/now.ts'
import { draftOfCall } from '../draft/call-draft.ts'
import { draftOf, emptyDraft, type OrderDraft } from '../draft/order-draft.ts'
import { useCallOfDraft } from '../draft/use-call-of-draft.ts'
import { FormHead } from '../form-head.tsx'
import { useReadPartnerIds } from '../options/use-order-choices.ts'
import { OrderForm } from '../order-form.tsx'
import { placingOf } from '../places/place-saved-draft.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { useSoftLock } from './soft-lock.ts'
import { savedDraftKey, useSavedDraft } from './use-saved-draft.ts'

const Viewers = later(() => import('./viewers.tsx').then((m) => m.Viewers))
const SoftLockNote = later(() => import('./soft-lock-note.tsx').then((m) => m.SoftLockNote))

interface Props {
  /** Null while its call is being answered and the server has not accepted yet. */
  order: OrderView | null
  call: CallView | null
}

/** A draft that lives on the server (a duplicate, an accepted call): the same form, placed with state=created. */
export function SavedDraft({ order, call }: Props) {
  const { draft, change, forget } = useTyped(order, call)
  useCallOfDraft(order, draft, forget)
  const { place, refusal } = usePlacing(order, forget)
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const actions = useOrderActions()
  const isMyCall = useIsMyCall(order?.id ?? 0)
  const softLock = useSoftLock(order?.id ?? 0, isMyCall || call !== null)
  const [requested, setRequested] = useState<{ clientName: string | null } | null>(null)
  const run = (clientName: string | null) => {
    if (order) void place.run({ input: draft, clientName })
    else setRequested({ clientName })
  }
  /* The user placed the order before the draft had an id. */
  useEffect(() => {
    if (!order || !requested) return
    setRequested(null)
    run(requested.clientName)
  })
  const close = () => void navigate({ to: orderPath, params: { id: '0' }, search: (search) => search })
  useKey('closeForm', close)

  return (
    <OrderForm
      title={order ? `${ro.order.draft} ${order.id}` : ro.order.draft}
      headExtra={
        <>
          <OrderStateBadge state="new" />
          {order ? (
            <>
              <Suspense fallback={null}>
                <Viewers orderId={order.id} />
              </Suspense>
              <CallButtons orderId={order.id} call={order.call} withTransfer />
              <Button size="compact-xs" variant="default" onClick={() => actions.remove(order.id)}>
                {ro.order.actions.delete}
              </Button>
            </>
          ) : null}
          <FormHead by={order?.dispatcher?.name ?? null} onClose={close} />
        </>
      }
      lockNote={
        softLock ? (
          <Suspense fallback={null}>
            <SoftLockNote lock={softLock} />
          </Suspense>
        ) : null
      }
      draft={draft}
      change={change}
      phoneIsFixed={order?.client_phone !== null}
      companyId={order?.created_by_company_id}
      submitText={ro.order.placeDraft}
      busy={place.busy || requested !== null}
      refusal={refusal}
      onSubmit={run}
    />
  )
}

/** Stored under the call's key, and under the order's from the moment it has an id. */
function useTyped(order: OrderView | null, call: CallView | null) {
  const { id: me } = useUser()
  const storageKey = order ? savedDraftKey(me, order.id) : callDraftKey(me, call?.id ?? 0)
  return useSavedDraft(storageKey, () => {
    if (order) return draftOf(order, new Date(serverNow()))
    return call ? draftOfCall(call) : emptyDraft()
  })
}

interface Input {
  input: OrderDraft
  clientName: string | null
}

function usePlacing(order: OrderView | null, forget: () => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const me = useUser()
  const readPartnerIds = useReadPartnerIds(order?.created_by_company_id)
  const cache = useQueryClient()
  const place = useAction(
    async ({ input, clientName }: Input, key, at) => {
      if (order === null) throw new Error('a draft is placed once it has an id')
      const partnerIds = await readPartnerIds()
      const body = placingOf(order, input, { now: at, me, partnerIds, clientName })
      return ask(editOrder, { params: { id: order.id }, body }, { key, version: order.version })
    },
    {
      done: ({ data, warning }) => {
        toast.good(ro.order.created)
        warnPromise({ warning })
        forget()
        keepOrder(cache, data)
      },
      failed: (error, { input: sent }) => {
        setRefusal(refusalOf(error, sent))
        if (error instanceof ApiError && error.status === 409) void invalidateOrder(cache, order?.id)
        return error instanceof ApiError && error.status === 402
      },
    },
  )
  return { place, refusal }
}
