import type { Call } from './call.ts'
import type { Leg } from './leg.ts'
import type { Binding } from './registrar.ts'
import { turned } from './sip/sdp.ts'
import { SipRing } from './sip/sip-ring.ts'
import type { Wire } from './sip/wire.ts'

interface PickedUp {
  leg: Leg
  sdp: string
  acknowledge(sdp: string): void
}

/**
 * Moves a call to another phone (RFC 3725's first flow): that phone makes the offer, the outer party answers it, so that
 * both have fresh keys and candidates of each other. With `keepsHold` a held caller stays held. False when it failed;
 * then nothing has changed for the outer party.
 */
export async function moveCall(
  call: Call,
  { wire, binding, keepsHold }: { wire: Wire; binding: Binding; keepsHold: boolean },
): Promise<boolean> {
  if (!call.beginMove()) return false
  try {
    const picked = await pickUp(call, wire, binding)
    if (!picked) return false
    const isHeld = keepsHold && call.isHeld
    const toOuter = isHeld ? turned(picked.sdp, 'inactive') : picked.sdp
    const answer = await call.offerOuter(toOuter)
    picked.acknowledge(answer.sdp)
    if (answer.status !== 200 || call.state !== 'answered') {
      picked.leg.bye(488, 'Not connected')
      return false
    }
    call.replaceDispatcherLeg(picked.leg, { userId: binding.account.userId, toOuter, isHeld })
    return true
  } finally {
    call.endMove()
  }
}

/** The page answers by itself, because it knows the header. */
function pickUp(call: Call, wire: Wire, binding: Binding): Promise<PickedUp | null> {
  return new Promise((resolve) => {
    const rung = new SipRing(
      wire,
      { binding, callId: call.id, from: call.parts.from, offer: null, headers: [['X-Reconnect', 'yes']] },
      {
        rings: () => undefined,
        answered: (leg, sdp, acknowledge) => {
          clearTimeout(timeout)
          resolve({ leg, sdp, acknowledge })
        },
        refused: () => {
          clearTimeout(timeout)
          resolve(null)
        },
      },
    )
    const timeout = setTimeout(() => {
      rung.cancel(408, 'Not picked up')
      resolve(null)
    }, call.parts.times.pickUpMs)
    call.movesTo({
      // The call ended meanwhile, so the phone is not waited for.
      cancel: (cause, why) => {
        clearTimeout(timeout)
        rung.cancel(cause, why)
        resolve(null)
      },
    })
  })
}
