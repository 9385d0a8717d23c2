import { type CallView, listCalls } from '@dispecerat/contract/telephony/calls'
import { create } from 'zustand'
import { request as ask } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { applyCalls, NO_CALLS, type OpenCalls, replaceCalls } from './call-lines.ts'

export const useCalls = create<OpenCalls>(() => NO_CALLS)

const me = () => useSession.getState().userId
/** Events that arrived while the list was requested: the reply may be older than they are. */
const journals = new Set<CallView[]>()
/** The last calls that ended, so that a reply already in flight brings none of them back. */
const over = new Set<number>()
const REMEMBERS_OVER = 100
/** Number of events received for each open call. */
const eventCounts = new Map<number, number>()

/** Applies a pushed call state. Events arrive in order, so the last one is current. */
export function applyCallEvent(call: CallView) {
  eventCounts.set(call.id, (eventCounts.get(call.id) ?? 0) + 1)
  applyCall(call)
}

/**
 * Returns a function that applies the reply to a request sent now, unless an event for the call arrived meanwhile:
 * then the reply may be older.
 */
export function replyHandler({ id }: Pick<CallView, 'id'>): (reply: CallView) => void {
  const before = eventCounts.get(id)
  return (reply) => {
    if (eventCounts.get(id) === before) applyCall(reply)
  }
}

export function applyCall(call: CallView) {
  if (over.has(call.id) && call.state !== 'ended') return
  for (const journal of journals) journal.push(call)
  useCalls.setState((open) => applyCalls(open, [call], me()))
}

/** The server reported that this call is over. */
export function applyCallEnd(call: CallView) {
  isOverNow(call.id)
  applyCall(call)
}

function isOverNow(ended: number) {
  over.add(ended)
  eventCounts.delete(ended)
  for (const id of over) if (over.size > REMEMBERS_OVER) over.delete(id)
}

export function isOver({ id }: Pick<CallView, 'id'>): boolean {
  return over.has(id)
}

/**
 * Loads all open calls: at the start, after a connection that could not resume, and while nothing is pushed. False:
 * the request failed.
 */
export async function loadCalls(): Promise<boolean> {
  const since: CallView[] = []
  journals.add(since)
  const known = [...useCalls.getState().byId.keys()]
  try {
    const { data } = await ask(listCalls)
    const there = new Set([...data, ...since].map(({ id }) => id))
    for (const id of known) if (!there.has(id)) isOverNow(id)
    const open = data.filter((call) => !over.has(call.id))
    useCalls.setState((before) => replaceCalls(before, open, since, me()))
    return true
  } catch {
    /* Calls known before stay; the next poll or reconnect requests them again. */
    return false
  } finally {
    journals.delete(since)
  }
}

/** Another user must not see the calls of the one before. */
useSession.subscribe((now, before) => {
  if (now.userId === before.userId) return
  over.clear()
  eventCounts.clear()
  useCalls.setState(NO_CALLS)
})
