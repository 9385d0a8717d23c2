/* Not in its importer, which needs a browser: the unit test runs without one. */
import type { CallView } from '@dispecerat/contract/telephony/calls'
import { type AnswerLeft, prefixOf, type TextStore } from '../../../shared/telephone/answer-notes.ts'

/** Accept requests whose outcome was lost because the page was reloaded meanwhile; the oldest call first. */
export function answersLeft(store: TextStore, userId: number): AnswerLeft[] {
  const left: AnswerLeft[] = []
  for (let n = 0; n < store.length; n++) {
    const key = store.key(n)
    const one = key?.startsWith(prefixOf(userId)) ? read(store.getItem(key)) : null
    if (one) left.push(one)
  }
  return left.toSorted((a, b) => a.call.id - b.call.id)
}

function read(text: string | null): AnswerLeft | null {
  try {
    const left = JSON.parse(text ?? 'null') as Partial<AnswerLeft> | null
    return left?.call ? { call: left.call, orderId: left.orderId ?? null } : null
  } catch {
    return null
  }
}

/**
 * Outcome of an accept request whose reply was lost: the call still rings, is this dispatcher's, or is somebody
 * else's or over.
 */
export function fateOf(call: CallView | undefined, me: number): 'rings' | 'mine' | 'gone' {
  if (call === undefined || call.state === 'ended') return 'gone'
  if (call.state !== 'pending') return call.dispatcher_id === me ? 'mine' : 'gone'
  if (call.answered_by === null) return 'rings'
  return call.answered_by === me ? 'mine' : 'gone'
}
