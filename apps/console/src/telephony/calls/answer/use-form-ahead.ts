import { lookUpClient } from '@dispecerat/contract/orders/clients'
import type { CallView } from '@dispecerat/contract/telephony/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { type HowToAnswer, isTypedFor, settleAnswering, useAnswering } from '../../../shared/telephone/answering.ts'
import { useCalls } from '../../../shared/telephone/calls-store.ts'
import { keepCallerForNewOrder } from '../../../shared/telephone/order-form/caller-for-new-order.ts'
import { holdKeys, releaseKeys } from '../../../shared/telephone/order-form/hold-keys.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'

/** A call that was accepted while the focus was already in the next call's form, and its order. */
let behind: { callId: number; orderId: number } | null = null

/** The order of the call accepted meanwhile, while the dispatcher still talks in it. */
function orderBehind(): number | null {
  const call = useCalls.getState().byId.get(behind?.callId ?? 0)
  return behind !== null && call?.state === 'started' ? behind.orderId : null
}

const isInFront = ({ id }: CallView) => useAnswering.getState().now?.call.id === id

/** Navigation of the answering dispatcher, which happens before the server has replied. */
export function useFormAhead() {
  const navigate = useNavigate()
  const router = useRouter()
  const cache = useQueryClient()
  const { orderPath } = useWorkspace()
  const go = (id: number, replace = false) =>
    navigate({ to: orderPath, params: { id: String(id) }, search: (search) => search, replace })
  const here = () => /\/order\/(\d+)$/.exec(router.state.location.pathname)?.[1] ?? null
  const isAt = (id: number) => here() === String(id)

  const leaveToNewOrder = (call: CallView) => {
    keepCallerForNewOrder(call)
    if (isInFront(call)) useAnswering.setState({ now: null })
    if (!isAt(0)) void go(0)
  }

  /** The call was not accepted here: what was typed for it moves to order 0. False: nothing was typed. */
  const leaveTyped = (call: CallView): boolean => {
    if (!isTypedFor(call)) return false
    leaveToNewOrder(call)
    toast.info(ro.calls.stillTyped)
    return true
  }

  return {
    leaveToNewOrder,
    leaveTyped,
    /** Returns a function that restores the screen as it was. */
    open: (call: CallView, { orderId, placeFrom }: HowToAnswer): (() => void) => {
      behind = null
      if (placeFrom) return () => undefined
      const hadFocus = document.activeElement
      const moves = orderId === undefined ? here() === null : !isAt(orderId)
      if (orderId === undefined) {
        if (moves) holdKeys()
        const { phone, client } = call
        cache.setQueryData(
          endpointKey(lookUpClient, { body: { phone } }),
          (known) => known ?? { data: { ...client, phone } },
        )
        useAnswering.setState({ now: { call, orderId: null, isAhead: true } })
      }
      const target = orderId ?? 0
      if (moves) void go(target)
      return () => {
        releaseKeys()
        if (leaveTyped(call)) return
        if (orderId === undefined && !isInFront(call)) return
        if (orderId === undefined) useAnswering.setState({ now: null })
        const talkedTo = orderBehind()
        if (talkedTo !== null) return void go(talkedTo)
        if (moves && isAt(target)) router.history.back()
        requestAnimationFrame(() => hadFocus instanceof HTMLElement && hadFocus.focus())
      }
    },
    /** The draft has this id: navigates to it, unless the focus is already in another call's form. */
    follow: async (call: CallView, id: number): Promise<void> => {
      const { now } = useAnswering.getState()
      if (now?.isAhead && now.call.id !== call.id) {
        behind = { callId: call.id, orderId: id }
        return
      }
      if (isInFront(call)) useAnswering.setState({ now: { call, orderId: id, isAhead: true } })
      await go(id, isAt(0))
      if (!isAt(id) && isInFront(call)) settleAnswering()
    },
  }
}
