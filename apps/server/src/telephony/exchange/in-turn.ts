// Apart from subscribe-to-exchange.ts: a queue with its own test.

import type { TelephonyEvent } from '../../adapters/telephony/telephony.ts'

type OnEvent = (event: TelephonyEvent) => Promise<void>

/**
 * Serialises the exchange's events per dispatcher, across calls: a late `resumed` applied after a newer `answered` would hold the wrong
 * call. Events without a dispatcher do not wait.
 */
export function inTurnOfDispatcher(onEvent: OnEvent): OnEvent {
  const turns = new Map<number, Promise<void>>()
  return (event) => {
    if (!('userId' in event)) return onEvent(event)
    const { userId } = event
    const before = turns.get(userId) ?? Promise.resolve()
    const turn = before.then(
      () => onEvent(event),
      () => onEvent(event),
    )
    turns.set(userId, turn)
    const forget = () => {
      if (turns.get(userId) === turn) turns.delete(userId)
    }
    turn.then(forget, forget)
    return turn
  }
}
