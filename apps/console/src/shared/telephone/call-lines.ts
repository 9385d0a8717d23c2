import type { CallView } from '@dispecerat/contract/telephony/calls'
import { CALL_LINES } from '@dispecerat/domain/telephony/call'

/** Every open call of the dispatchers, and the line on which each of this dispatcher's calls stands. */
export interface OpenCalls {
  byId: ReadonlyMap<number, CallView>
  /** Call ids by line; a call keeps its line until it ends, so that its key stays the same. */
  lines: readonly (number | null)[]
}

export const NO_CALLS: OpenCalls = { byId: new Map(), lines: Array.from({ length: CALL_LINES }, () => null) }

/** Applies changed calls; one that ended is removed and frees its line. */
export function applyCalls(open: OpenCalls, changed: readonly CallView[], me: number | null): OpenCalls {
  if (changed.length === 0) return open
  const byId = new Map(open.byId)
  for (const call of changed) {
    if (call.state === 'ended') byId.delete(call.id)
    else byId.set(call.id, call)
  }
  return { byId, lines: linesOf(open.lines, byId, me) }
}

/** Replaces all calls with the server's list, then applies the events that arrived while it was requested. */
export function replaceCalls(
  open: OpenCalls,
  all: readonly CallView[],
  since: readonly CallView[],
  me: number | null,
): OpenCalls {
  const byId = new Map(all.map((call) => [call.id, call]))
  return applyCalls({ byId, lines: linesOf(open.lines, byId, me) }, since, me)
}

function linesOf(
  before: OpenCalls['lines'],
  byId: ReadonlyMap<number, CallView>,
  me: number | null,
): OpenCalls['lines'] {
  const lines = before.map((id) => (id !== null && isMine(byId.get(id), me) ? id : null))
  for (const call of [...byId.values()].filter((one) => isMine(one, me)).sort(byAnswer)) {
    if (lines.includes(call.id)) continue
    const free = lines.indexOf(null)
    if (free >= 0) lines[free] = call.id
  }
  return lines
}

function isMine(call: CallView | undefined, me: number | null): boolean {
  return call !== undefined && call.state !== 'pending' && call.dispatcher_id === me
}

function byAnswer(a: CallView, b: CallView): number {
  return (a.started_at ?? '').localeCompare(b.started_at ?? '') || a.id - b.id
}

/** Ringing calls, longest waiting first; a call that was already answered on a telephone rings nowhere else. */
export function waitingCalls({ byId }: OpenCalls): CallView[] {
  return [...byId.values()]
    .filter(({ state, answered_by }) => state === 'pending' && answered_by === null)
    .sort((a, b) => a.rang_at.localeCompare(b.rang_at) || a.id - b.id)
}

/** The call this dispatcher talks in now; null when all are on hold. */
export function activeCall({ byId, lines }: OpenCalls): CallView | null {
  for (const id of lines) {
    const call = id === null ? undefined : byId.get(id)
    if (call?.state === 'started') return call
  }
  return null
}

/** The open call about an order, whichever dispatcher has it. */
export function callOfOrder({ byId }: OpenCalls, orderId: number): CallView | null {
  for (const call of byId.values()) if (call.order_id === orderId) return call
  return null
}
