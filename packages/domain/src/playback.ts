/** What the client is rung up for by the house itself. */
export const PLAYBACK_NEWS = ['client_assigned', 'client_arrived'] as const
export type PlaybackNews = (typeof PLAYBACK_NEWS)[number]

/** Nobody is rung more often for one event. */
const PLAYBACK_TRIES = 2
/** Between a try that failed and the next. */
export const PLAYBACK_RETRY_DELAY_SECONDS = 30
/** The key that asks for a dispatcher. */
export const TALK_KEY = '0'

/** Waits for its hour, rings, is heard, over. */
export type PlaybackState = 'due' | 'ringing' | 'speaking' | 'over'

export type PlaybackEnd =
  | 'heard'
  /** He pressed 0. */
  | 'asked_to_talk'
  /** Nobody picked up, or nothing could be said. */
  | 'not_reached'
  /** He is on the line with the company at that moment. */
  | 'talking'
  /** The order is another one than when the call was wanted. */
  | 'order_changed'
  /** The company may not dial this number, or has used up what it may dial. */
  | 'not_allowed'
  /** This exchange rings nobody by itself. */
  | 'not_possible'

export interface Playback {
  state: PlaybackState
  tries: number
}

/** What the exchange tells of such a call; `lost`: nothing was heard of it for too long. */
export type PlaybackWord =
  | { type: 'answered' }
  | { type: 'pressed'; key: string }
  | { type: 'ended'; because: 'said' | 'hung_up' | 'not_reached' }
  | { type: 'lost' }

export interface PlaybackStep {
  next: Playback
  /** Of this try; null while it goes on. */
  end: PlaybackEnd | null
  /** A dispatcher has to phone him. */
  mustTalk: boolean
}

/** What a word changes; null for one that comes twice or too late. */
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
      // Who picked up heard it, as far as anybody knows: he is not rung again.
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

/** What is looked at before the telephone rings. */
export interface PlaybackScene {
  news: PlaybackNews
  /** The driver the client is to hear of. */
  driverId: number | null
  order: { state: string; tripState: string | null; driverId: number | null; isDeleted: boolean }
  /** An open call of the company with his telephone. */
  isTalking: boolean
}

const TRIP_STATES: Record<PlaybackNews, string> = {
  client_assigned: 'waiting_driver',
  client_arrived: 'waiting_client',
}

/** Why he is not rung now; null: he is. */
export function whyNotRung({ news, driverId, order, isTalking }: PlaybackScene): 'order_changed' | 'talking' | null {
  const isAsBefore =
    !order.isDeleted &&
    order.state === 'assigned' &&
    order.driverId === driverId &&
    order.tripState === TRIP_STATES[news]
  if (!isAsBefore) return 'order_changed'
  return isTalking ? 'talking' : null
}
