import type { CallerEnd } from '@dispecerat/contract/pretend-callers'

/** How long somebody waits and what he has to say. */
export interface CallerBehaviour {
  /** He lets it ring this long. */
  patienceSeconds: number
  /** What he has to say takes this long, holds not counted. */
  talkSeconds: number
  /** He waits this long on hold, each time anew. */
  holdSeconds: number
}

export interface CallerModel {
  readonly behaviour: CallerBehaviour
  readonly state: 'ringing' | 'talking' | 'held' | 'ended'
  /** Since when he is in this state. */
  readonly sinceMs: number
  /** What he said before this state. */
  readonly talkedMs: number
  readonly why: CallerEnd | null
}

export type CallerEvent = 'answered' | 'held' | 'resumed' | { ended: CallerEnd }

export function callerRings(behaviour: CallerBehaviour, atMs: number): CallerModel {
  return { behaviour, state: 'ringing', sinceMs: atMs, talkedMs: 0, why: null }
}

/** What becomes of him when the line tells something; what does not fit his state changes nothing. */
export function callerHears(model: CallerModel, news: CallerEvent, atMs: number): CallerModel {
  if (model.state === 'ended') return model
  if (typeof news === 'object') return { ...model, state: 'ended', sinceMs: atMs, why: news.ended }
  if (news === 'answered' && model.state === 'ringing') return { ...model, state: 'talking', sinceMs: atMs }
  if (news === 'held' && model.state === 'talking') {
    return { ...model, state: 'held', sinceMs: atMs, talkedMs: model.talkedMs + atMs - model.sinceMs }
  }
  if (news === 'resumed' && model.state === 'held') return { ...model, state: 'talking', sinceMs: atMs }
  return model
}

/** When he hangs up by himself if nothing happens until then, and why; null once it is over. */
export function callerHangsUp(model: CallerModel): { atMs: number; why: CallerEnd } | null {
  const { behaviour, sinceMs, talkedMs } = model
  switch (model.state) {
    case 'ringing':
      return { atMs: sinceMs + behaviour.patienceSeconds * 1000, why: 'gave_up' }
    case 'talking':
      return { atMs: sinceMs + behaviour.talkSeconds * 1000 - talkedMs, why: 'said_all' }
    case 'held':
      return { atMs: sinceMs + behaviour.holdSeconds * 1000, why: 'tired_of_waiting' }
    case 'ended':
      return null
  }
}
