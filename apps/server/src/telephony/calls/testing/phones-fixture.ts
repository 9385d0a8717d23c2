import { afterAll, afterEach, beforeEach } from 'vitest'
import type { SipRequest } from '../../../adapters/telephony/embedded/sip/sip-message.ts'
import { aDescription, type RawPhone } from '../../../adapters/telephony/embedded/testing/raw-phone.ts'
import { expectInvariants } from '../../../testing/search-fixture.ts'
import { aPhone } from '../../../testing/telephone/a-switchboard.ts'
import {
  createTelephoneFixture,
  fromDispatcher,
  type Picked,
  ringAt,
} from '../../../testing/telephone/telephone-fixture.ts'

interface Phones {
  mine: RawPhone
  hers: RawPhone
  caller: RawPhone
}

/** The session description of a dispatcher's phone. */
export const sound = (direction: string) => aDescription(direction, 'desk')

/** A fixture with the server's exchange; its phones are registered anew for every test, and invariants are checked after each. */
export async function createPhonesFixture() {
  const fixture = await createTelephoneFixture()
  const { server, dispatcher, colleague } = fixture
  const at = {} as Phones
  beforeEach(async () => {
    at.mine = await fixture.phoneOf(dispatcher)
    at.hers = await fixture.phoneOf(colleague)
    at.caller = await fixture.publicPhone()
  })
  afterEach(async () => {
    await expectInvariants(server)
    for (const phone of [at.mine, at.hers, at.caller]) phone.breakLine()
    await server.db.deleteFrom('calls').execute()
  })
  afterAll(() => server.stop())
  /** The colleague's phone answers the call it rings for, and the caller's phone agrees. */
  const takesVoice = async (rung: SipRequest, sipCallerId: string) => {
    at.hers.replies(rung, 200, { tag: 'desk', body: sound('sendrecv') })
    const again = await at.caller.isAsked('INVITE', sipCallerId)
    at.caller.replies(again, 200, { body: aDescription('sendrecv', 'caller') })
  }
  return {
    ...fixture,
    at,
    talk: () => fixture.talks(at.caller, aPhone(), { phone: at.mine, token: dispatcher }),
    /** Holds by `sendonly`, resumes by `sendrecv`; the caller's phone agrees. */
    holds: async (picked: Picked, direction: string) => {
      fromDispatcher(picked, 'UPDATE', sound(direction))
      at.caller.replies(await at.caller.isAsked('UPDATE'), 200, { body: aDescription(direction, 'caller') })
      await at.mine.waitForResponse(200, 'UPDATE')
    },
    takesVoice,
    /** The colleague's phone rings for a call that is moved to it, and answers. */
    arrives: async (sipCallerId: string) => takesVoice(await ringAt(at.hers, sipCallerId, true), sipCallerId),
  }
}
