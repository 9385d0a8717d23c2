import type { TelephonyEvent } from '../providers/telephony/telephony.ts'

type OnEvent = (event: TelephonyEvent) => Promise<void>

/**
 * What the exchange says of one dispatcher is heard one word after another, whichever call it is about: an older "resumed" heard
 * after a newer "answered" would put on hold whom he talks to now. Words about nobody's phone wait for nothing.
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
