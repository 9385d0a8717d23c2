import type { CallerEnd } from '@dispecerat/contract/demo/pretend-callers'

/** Waiting and talking times of a simulated caller. */
export interface CallerBehaviour {
  /** Maximum ringing time before the caller gives up. */
  patienceSeconds: number
  /** Talking time needed, holds not counted. */
  talkSeconds: number
  /** Maximum time of each hold. */
  holdSeconds: number
}

export interface CallerModel {
  readonly behaviour: CallerBehaviour
  readonly state: 'ringing' | 'talking' | 'held' | 'ended'
  /** Start of the current state. */
  readonly sinceMs: number
  /** Talking time before the current state. */
  readonly talkedMs: number
  readonly why: CallerEnd | null
}

export type CallerEvent = 'answered' | 'held' | 'resumed' | { ended: CallerEnd }

export function callerRings(behaviour: CallerBehaviour, atMs: number): CallerModel {
  return { behaviour, state: 'ringing', sinceMs: atMs, talkedMs: 0, why: null }
}

/** Applies an event of the line; one that does not fit the state changes nothing. */
export function applyCallerEvent(model: CallerModel, event: CallerEvent, atMs: number): CallerModel {
  if (model.state === 'ended') return model
  if (typeof event === 'object') return { ...model, state: 'ended', sinceMs: atMs, why: event.ended }
  if (event === 'answered' && model.state === 'ringing') return { ...model, state: 'talking', sinceMs: atMs }
  if (event === 'held' && model.state === 'talking') {
    return { ...model, state: 'held', sinceMs: atMs, talkedMs: model.talkedMs + atMs - model.sinceMs }
  }
  if (event === 'resumed' && model.state === 'held') return { ...model, state: 'talking', sinceMs: atMs }
  return model
}

/** Time and reason of the caller's hang-up without further events; null once the call is over. */
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
