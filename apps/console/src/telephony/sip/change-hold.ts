import type { RTCSession } from 'jssip/lib/RTCSession'

/** Private members of JsSIP, pinned to 3.13; the tests with both ends holding at once cover them. */
interface Inside {
  _localHold: boolean
  _onhold(by: 'local'): void
  _onunhold(by: 'local'): void
}

const TIMEOUT_MS = 15_000
const BUSY_RETRY_DELAY_MS = 100
const MAX_OFFERS = 3
/** RFC 3261 §14.1: after both sides offered at once (glare), the owner of the Call-ID waits longer. */
const CALLER_WAITS_MS = 2100
const CALLED_WAITS_UP_TO_MS = 1900

/**
 * Holds or resumes; resolves to whether the call is in that state. JsSIP hangs up when the other side refuses an
 * offer: here the offer is rolled back and repeated as a re-INVITE. Never two at once for one call.
 */
export function changeHold(session: RTCSession, to: 'hold' | 'unhold', useUpdate: boolean): Promise<boolean> {
  if (session.isEnded()) return Promise.resolve(false)
  if (session.isOnHold().local === (to === 'hold')) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hangUp = session.terminate
    let byUpdate = useUpdate
    let offers = 0
    let later: ReturnType<typeof setTimeout> | undefined
    const done = (isSo: boolean) => {
      clearTimeout(timeout)
      clearTimeout(later)
      session.terminate = hangUp
      session.off('ended', over)
      resolve(isSo)
    }
    const over = () => done(false)
    const timeout = setTimeout(over, TIMEOUT_MS)
    session.on('ended', over)

    /* While an earlier offer is in flight JsSIP refuses the next one; on a busy machine that takes seconds. */
    const offer = (): void => {
      if (session.isEnded()) over()
      else if (!session[to]({ useUpdate: byUpdate }, () => done(true))) later = setTimeout(offer, BUSY_RETRY_DELAY_MS)
    }
    session.terminate = (options) => {
      if (!/^(Hold|Unhold) Failed$/.test(options?.reason_phrase ?? '')) {
        hangUp.call(session, options)
        return
      }
      byUpdate = false
      void takeBack(session, to).then(() => {
        if (++offers > MAX_OFFERS) return over()
        const wait = session.direction === 'outgoing' ? CALLER_WAITS_MS : 0
        later = setTimeout(offer, wait + Math.random() * CALLED_WAITS_UP_TO_MS)
      })
    }
    offer()
  })
}

async function takeBack(session: RTCSession, to: 'hold' | 'unhold') {
  if (session.connection.signalingState === 'have-local-offer') {
    await session.connection.setLocalDescription({ type: 'rollback' })
  }
  const inside = session as unknown as Inside
  inside._localHold = to === 'unhold'
  if (to === 'hold') inside._onunhold('local')
  else inside._onhold('local')
}
