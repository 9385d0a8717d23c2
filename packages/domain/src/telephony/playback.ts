import type { DriverId } from '../kernel/ids.ts'
/** Events for which the server phones the client automatically. */
export const PLAYBACK_NEWS = ['client_assigned', 'client_arrived'] as const
export type PlaybackNews = (typeof PLAYBACK_NEWS)[number]

/** Maximum number of tries per event. */
const PLAYBACK_TRIES = 2
/** Delay between a failed try and the next. */
export const PLAYBACK_RETRY_DELAY_SECONDS = 30
/** Key by which the client requests a dispatcher. */
export const TALK_KEY = '0'

/** Waiting for its time, ringing, playing the message, over. */
export type PlaybackState = 'due' | 'ringing' | 'speaking' | 'over'

export type PlaybackEnd =
  | 'heard'
  /** The client pressed 0. */
  | 'asked_to_talk'
  /** The call was not picked up, or the message could not be played. */
  | 'not_reached'
  /** The client is talking with the company at that moment. */
  | 'talking'
  /** The order has changed since the call was scheduled. */
  | 'order_changed'
  /** The company may not dial this number, or has used up its limits. */
  | 'not_allowed'
  /** This exchange cannot place automatic calls. */
  | 'not_possible'

export interface Playback {
  state: PlaybackState
  tries: number
}

/** Events of the exchange about such a call; `lost`: no event arrived for too long. */
export type PlaybackWord =
  | { type: 'answered' }
  | { type: 'pressed'; key: string }
  | { type: 'ended'; because: 'said' | 'hung_up' | 'not_reached' }
  | { type: 'lost' }

export interface PlaybackStep {
  next: Playback
  /** End of this try; null while it runs. */
  end: PlaybackEnd | null
  /** A dispatcher has to call the client. */
  mustTalk: boolean
}

/** Changes caused by an event; null for one that is repeated or late. */
export function handlePlaybackEvent({ state, tries }: Playback, word: PlaybackWord): PlaybackStep | null {
  if (state === 'due' || state === 'over') return null
  switch (word.type) {
    case 'answered':
      return state === 'ringing' ? { next: { state: 'speaking', tries }, end: null, mustTalk: false } : null
    case 'pressed':
      return word.key === TALK_KEY ? over(tries, 'asked_to_talk', true) : null
    case 'ended':
      return word.because === 'not_reached' ? failed(tries) : over(tries, 'heard', false)
    case 'lost':
      // The client picked up, so the message counts as heard and they are not called again.
      return state === 'speaking' ? over(tries, 'heard', false) : failed(tries)
  }
}

function failed(tries: number): PlaybackStep {
  if (tries >= PLAYBACK_TRIES) return over(tries, 'not_reached', true)
  return { next: { state: 'due', tries }, end: 'not_reached', mustTalk: false }
}

function over(tries: number, end: PlaybackEnd, mustTalk: boolean): PlaybackStep {
  return { next: { state: 'over', tries }, end, mustTalk }
}

/** Facts checked before dialling. */
export interface PlaybackScene {
  news: PlaybackNews
  /** The driver whom the message announces. */
  driverId: DriverId | null
  order: { state: string; tripState: string | null; driverId: DriverId | null; isDeleted: boolean }
  /** The company has an open call with the client's phone. */
  isTalking: boolean
}

const TRIP_STATES: Record<PlaybackNews, string> = {
  client_assigned: 'waiting_driver',
  client_arrived: 'waiting_client',
}

/** Reason why the client is not called now; null: they are. */
export function whyNotRung({ news, driverId, order, isTalking }: PlaybackScene): 'order_changed' | 'talking' | null {
  const isAsBefore =
    !order.isDeleted &&
    order.state === 'assigned' &&
    order.driverId === driverId &&
    order.tripState === TRIP_STATES[news]
  if (!isAsBefore) return 'order_changed'
  return isTalking ? 'talking' : null
}
