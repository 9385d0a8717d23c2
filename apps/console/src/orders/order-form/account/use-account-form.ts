import { listOwnMonths } from '@dispecerat/contract/billing/own-money'
import { createOrder, listOrders, readOrder } from '@dispecerat/contract/orders/orders'
import type { ProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { endpointKey, invalidate } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { useKey } from '../../../keys/use-key.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import { serverNow } from '../../../ui/now.ts'
import { changeStoredDraft, draftWasPlaced, replaceStoredDraft, useDraftStore } from '../draft/draft-store.ts'
import { draftIsEmpty, emptyDraft, emptyPlace, type OrderDraft, withOneMorePlace } from '../draft/order-draft.ts'
import { partOf } from '../draft/order-problems.ts'
import { type Refusal, refusalOf } from '../saved/refusal.ts'
import { accountProblems, toAccountOrder } from './account-input.ts'

const UNDO_CLOSE_MS = 5000

/** Logic of the account's form: its problems, when it may be placed, and placing it. */
export function useAccountForm(account: ProtocolAccount) {
  const draft = useDraftStore((s) => s.draft)
  const form = useRef<HTMLFormElement>(null)
  const [openLists, setOpenLists] = useState(0)
  const [showsProblems, setShowsProblems] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [attempt, setAttempt] = useState(0)
  const place = usePlacing(account, setRefusal)
  useProposedPickup(account)

  const problems = showsProblems ? accountProblems(draft, new Date(serverNow())) : {}
  const wrong = (field: string) => {
    const answer = refusal?.fields[field]
    if (problems[field] !== undefined) return problems[field]
    return refusal && answer && partOf(refusal.draft, field) === partOf(draft, field) ? answer : undefined
  }
  useEffect(() => {
    if (attempt > 0 || refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, refusal])

  const submit = () => {
    if (place.busy || openLists > 0) return
    const isWrong = Object.keys(accountProblems(draft, new Date(serverNow()))).length > 0
    setShowsProblems(isWrong)
    if (isWrong) setAttempt((n) => n + 1)
    else void place.run(draft)
  }
  const close = () => {
    if (draftIsEmpty(draft)) return
    setShowsProblems(false)
    setRefusal(null)
    replaceStoredDraft(emptyDraft())
    const undo = () => replaceStoredDraft(draft)
    offerUndo({ text: ro.order.formClosed, label: ro.toast.undo, ms: UNDO_CLOSE_MS, undo })
  }
  useKey('placeOrder', submit)
  useKey('addPlace', () => changeStoredDraft(withOneMorePlace))
  useKey('closeForm', close)
  const countOpen = useCallback((isOpen: boolean) => setOpenLists((n) => Math.max(0, n + (isOpen ? 1 : -1))), [])
  return { form, wrong, submit, close, countOpen, busy: place.busy, noOrders: refusal?.noOrders }
}

function usePlacing(account: ProtocolAccount, refused: (refusal: Refusal | null) => void) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { orderPath } = useWorkspace()
  return useAction(
    /* The draft's id is the idempotency key: sent repeatedly, it becomes one order. */
    (draft: OrderDraft, _, at) => request(createOrder, { body: toAccountOrder(draft, account, at) }, { key: draft.id }),
    {
      done: ({ data }, placed) => {
        toast.good(ro.order.created)
        draftWasPlaced(placed)
        refused(null)
        cache.setQueryData(endpointKey(readOrder, { params: { id: data.id } }), { data })
        void invalidate(cache, listOrders, readProtocolAccount, listOwnMonths)
        void navigate({ to: orderPath, params: { id: String(data.id) }, search: (search) => search })
      },
      failed: (error, draft) => {
        if (error instanceof ApiError && error.code === 'request.key_reused') {
          toast.bad(ro.order.placedAlready)
          changeStoredDraft({ id: crypto.randomUUID() })
          return true
        }
        refused(refusalOf(error, draft))
        return error instanceof ApiError && error.status === 402
      },
    },
  )
}

/** A ride of an account starts with its own address as pickup; filled in once per draft, so that it can be emptied. */
function useProposedPickup({ pickup, own_pickup: own }: ProtocolAccount): void {
  const draftId = useDraftStore(({ draft }) => draft.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that was emptied by hand is not filled again
  useEffect(() => {
    const { draft } = useDraftStore.getState()
    if (pickup !== null || own === null || !draftIsEmpty(draft)) return
    const { name, lat, long } = own
    changeStoredDraft({ places: [{ ...emptyPlace(draft.places[0]?.key ?? 'a'), name, point: { lat, long } }] })
  }, [draftId, own?.name, own?.lat, own?.long])
}
