import type { CallView } from '@dispecerat/contract/telephony/calls'
import { millisOf } from '../../text/format.ts'

/** Whole seconds since the call began to ring. */
export function waitedSeconds({ rang_at }: Pick<CallView, 'rang_at'>, now: number): number {
  return Math.max(0, Math.floor((now - millisOf(rang_at)) / 1000))
}

type Talk = Pick<CallView, 'direction' | 'rang_at' | 'started_at' | 'reached_at'>

/** Whole seconds since the call was answered; of an outgoing call that still rings, since it began to ring. */
export function talkedSeconds({ direction, started_at, rang_at, reached_at }: Talk, now: number): number {
  const since = direction === 'out' ? reached_at : started_at
  return Math.max(0, Math.floor((now - millisOf(since ?? rang_at)) / 1000))
}
