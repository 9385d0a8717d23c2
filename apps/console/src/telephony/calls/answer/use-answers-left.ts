import type { CallView } from '@dispecerat/contract/telephony/calls'
import { useEffect, useRef } from 'react'
import { useUser } from '../../../api/session.ts'
import { type AnswerLeft, forgetAnswer } from '../../../shared/telephone/answer-notes.ts'
import { isBeingAnswered, wasRequestedHere } from '../../../shared/telephone/answering.ts'
import { loadCalls, useCalls } from '../../../shared/telephone/calls-store.ts'
import { answersLeft, fateOf } from './answers-left.ts'
import { useAnswer } from './use-answer.ts'
import { useFormAhead } from './use-form-ahead.ts'

const RETRY_DELAY_MS = 1000

/**
 * Follows up accept requests that were in flight when the page was reloaded. If the call is this dispatcher's, its
 * form opens again with what was typed; while it rings, the text waits under the call's key; once it is somebody
 * else's or over, the text is moved to order 0.
 */
export function useAnswersLeft() {
  const { id: me } = useUser()
  const answer = useAnswer()
  const { leaveTyped } = useFormAhead()
  const acts = useRef({ answer, leaveTyped })
  useEffect(() => {
    acts.current = { answer, leaveTyped }
  })
  useEffect(() => {
    const over = new AbortController()
    const settle = async (left: AnswerLeft) => {
      const call = await whenItStopsRinging(left, me, over.signal)
      if (over.signal.aborted || isBeingAnswered(left.call)) return
      if (call) await acts.current.answer(call, { orderId: left.orderId ?? undefined, isPickedUp: true })
      else {
        forgetAnswer(sessionStorage, me, left.call)
        acts.current.leaveTyped(left.call)
      }
    }
    /* A key may be quicker than this effect: a request that this page sent itself is not left over. */
    const left = answersLeft(sessionStorage, me).filter(({ call }) => !wasRequestedHere(call))
    if (left.length > 0)
      void callsAreLoaded(over.signal).then(async () => {
        for (const one of left) void settle(one)
      })
    return () => over.abort()
  }, [me])
}

async function callsAreLoaded(over: AbortSignal): Promise<void> {
  while (!over.aborted && !(await loadCalls())) await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
}

/**
 * Resolves to the call once it is this dispatcher's, also by a key pressed on this page; to null once it is somebody
 * else's or over.
 */
function whenItStopsRinging({ call: { id } }: AnswerLeft, me: number, over: AbortSignal): Promise<CallView | null> {
  return new Promise((resolve) => {
    const check = () => {
      const call = useCalls.getState().byId.get(id)
      const fate = fateOf(call, me)
      if (fate === 'rings' && !isBeingAnswered({ id }) && !over.aborted) return
      stop()
      resolve(fate === 'mine' && call ? call : null)
    }
    const stop = useCalls.subscribe(check)
    over.addEventListener('abort', check)
    check()
  })
}
