import type { CallerEnd } from '@dispecerat/contract/pretend-callers'

/** How long somebody waits and what he has to say. */
export interface CallerTemper {
  /** He lets it ring this long. */
  patienceSeconds: number
  /** What he has to say takes this long, holds not counted. */
  talkSeconds: number
  /** He waits this long on hold, each time anew. */
  holdSeconds: number
}

export interface CallerMind {
  readonly temper: CallerTemper
  readonly state: 'ringing' | 'talking' | 'held' | 'ended'
  /** Since when he is in this state. */
  readonly sinceMs: number
  /** What he said before this state. */
  readonly talkedMs: number
  readonly why: CallerEnd | null
}

export type CallerNews = 'answered' | 'held' | 'resumed' | { ended: CallerEnd }

export function callerRings(temper: CallerTemper, atMs: number): CallerMind {
  return { temper, state: 'ringing', sinceMs: atMs, talkedMs: 0, why: null }
}

/** What becomes of him when the line tells something; what does not fit his state changes nothing. */
export function callerHears(mind: CallerMind, news: CallerNews, atMs: number): CallerMind {
  if (mind.state === 'ended') return mind
  if (typeof news === 'object') return { ...mind, state: 'ended', sinceMs: atMs, why: news.ended }
  if (news === 'answered' && mind.state === 'ringing') return { ...mind, state: 'talking', sinceMs: atMs }
  if (news === 'held' && mind.state === 'talking') {
    return { ...mind, state: 'held', sinceMs: atMs, talkedMs: mind.talkedMs + atMs - mind.sinceMs }
  }
  if (news === 'resumed' && mind.state === 'held') return { ...mind, state: 'talking', sinceMs: atMs }
  return mind
}

/** When he hangs up by himself if nothing happens until then, and why; null once it is over. */
export function callerHangsUp(mind: CallerMind): { atMs: number; why: CallerEnd } | null {
  const { temper, sinceMs, talkedMs } = mind
  switch (mind.state) {
    case 'ringing':
      return { atMs: sinceMs + temper.patienceSeconds * 1000, why: 'gave_up' }
    case 'talking':
      return { atMs: sinceMs + temper.talkSeconds * 1000 - talkedMs, why: 'said_all' }
    case 'held':
      return { atMs: sinceMs + temper.holdSeconds * 1000, why: 'tired_of_waiting' }
    case 'ended':
      return null
  }
}
