import type { ClientView } from '@dispecerat/contract/orders/clients'
import type { PlaceView } from '@dispecerat/contract/orders/order-shapes'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useKey } from '../../keys/use-key.ts'
import { serverNow } from '../../ui/now.ts'
import { useClient } from './client/use-client.ts'
import { useFillFromClient } from './client/use-fill-from-client.ts'
import type { ChangeDraft } from './draft/draft-store.ts'
import { draftPlacesOf, type OrderDraft, withOneMorePlace } from './draft/order-draft.ts'
import { partOf, problemsOf } from './draft/order-problems.ts'
import { type ClientAddress, withPickup } from './places/pick-address.ts'
import type { Refusal } from './saved/refusal.ts'

interface DuplicateGuard {
  /** The warning is shown: the next attempt places the order. */
  isWarned: boolean
  /** Called before placing: returns false once for a client with an open order, which shows the warning. */
  mayPlace(): boolean
}

export interface FormProps {
  title: string
  draft: OrderDraft
  change: ChangeDraft
  /** A saved draft keeps the phone that identifies its client. */
  phoneIsFixed: boolean
  /** The order's company; by default the one new orders belong to. */
  companyId?: number | undefined
  submitText: string
  busy: boolean
  refusal: Refusal | null
  onSubmit: (clientName: string | null) => void
}

const NO_ADDRESSES: ClientView['addresses'] = []

export type OrderFormState = ReturnType<typeof useOrderForm>

/** Logic shared by both layouts: the client of the phone, the problems, and when the order may be placed. */
export function useOrderForm(props: FormProps) {
  const { draft, change, busy, refusal } = props
  const { client, isLoading } = useClient(draft.phone)
  const guard = useDuplicateGuard(client)
  const [openLists, setOpenLists] = useState(0)
  const [showProblems, setShowProblems] = useState(false)
  const [wantedFor, setWantedFor] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useFillFromClient(client, change)
  const focusFirstWrong = useFocusFirstWrong(form, refusal)

  const problems = showProblems ? problemsOf(draft, new Date(serverNow())) : {}
  const wrong = (field: string) => {
    if (problems[field] !== undefined) return problems[field]
    const answer = refusal?.fields[field]
    return refusal && answer && partOf(refusal.draft, field) === partOf(draft, field) ? answer : undefined
  }

  const submit = () => {
    if (busy || openLists > 0) return
    setShowProblems(true)
    if (Object.keys(problemsOf(draft, new Date(serverNow()))).length > 0) {
      focusFirstWrong()
      return
    }
    /* Waits for the client lookup, which tells whether an open order exists. */
    setWantedFor(isLoading ? draft.phone : null)
    if (isLoading || !guard.mayPlace()) return
    setShowProblems(false)
    props.onSubmit(client?.name ?? null)
  }
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(() => {
    if (wantedFor === draft.phone && !isLoading) latest.current()
  }, [wantedFor, draft.phone, isLoading])
  useKey('placeOrder', submit)
  useKey('addPlace', () => change(withOneMorePlace))
  useKey('voucher', () => change((d) => ({ voucher: !d.voucher, voucherTouched: true })))

  const countOpen = useCallback((isOpen: boolean) => setOpenLists((n) => Math.max(0, n + (isOpen ? 1 : -1))), [])
  return {
    form,
    client,
    saved: client?.addresses ?? NO_ADDRESSES,
    isLoading,
    isWarned: guard.isWarned,
    wrong,
    submit,
    countOpen,
    focusPickup: () => form.current?.querySelector<HTMLElement>('.place [role="combobox"]')?.focus(),
    pick: (address: ClientAddress) => change((now) => withPickup(now, address)),
    /** Replaces the typed places with those of an earlier order. */
    pickAll: (places: readonly PlaceView[]) => change({ places: draftPlacesOf(places) }),
  }
}

/** Focuses the first invalid field, once per attempt and once per refusal. */
function useFocusFirstWrong(form: RefObject<HTMLFormElement | null>, refusal: Refusal | null): () => void {
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0 || refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, refusal, form])
  return () => setAttempt((n) => n + 1)
}

/** A client with an open order rarely wants a second one: placing it takes a second press. */
function useDuplicateGuard(client: ClientView | null): DuplicateGuard {
  const [warnedOf, setWarnedOf] = useState<number | null>(null)
  const openId = client?.open_order?.id ?? null
  const isWarned = openId !== null && warnedOf === openId
  return {
    isWarned,
    mayPlace: () => {
      if (openId === null || isWarned) return true
      setWarnedOf(openId)
      return false
    },
  }
}
