import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RawPhone } from '../../adapters/telephony/embedded/testing/raw-phone.ts'
import { aPhone } from '../../orders/testing/order-fixture.ts'
import { createTelephoneFixture } from '../../testing/telephone/telephone-fixture.ts'

const fixture = await createTelephoneFixture()
const { server, dispatcher } = fixture
afterAll(() => server.stop())

/** A well-behaved phone, and a caller who calls it. */
let phone: RawPhone
let caller: RawPhone

beforeAll(async () => {
  phone = await fixture.phoneOf(dispatcher)
  caller = await fixture.publicPhone()
})

afterEach(async () => {
  await server.db.deleteFrom('calls').execute()
})

async function refused(labels: string): Promise<number> {
  const { body } = await server.inject('/metrics')
  const line = body.split('\n').find((one) => one.startsWith(`sip_refused_total{${labels}} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

const unknown = (extension = 'nobody', password = 'a guess') =>
  new RawPhone(`${server.address.replace('http', 'ws')}/sip`, extension, password, { origin: server.address }).connect()

const long = 'x'.repeat(2100)

const KINDS: [name: string, labels: string, min: number, thrown: (attacker: RawPhone) => unknown][] = [
  [
    'what is no SIP',
    'why="malformed"',
    2,
    (attacker) => {
      for (const text of ['hello', '\0\0\r\n\r\n']) attacker.says(text)
    },
  ],
  [
    'a request without a branch',
    'why="malformed"',
    1,
    (attacker) => void attacker.ask('OPTIONS', 'sip:x', { branch: '' }),
  ],
  [
    'a header longer than any phone writes',
    'why="oversized"',
    1,
    (attacker) => void attacker.ask('REGISTER', 'sip:exchange.test', { headers: [['Subject', long]] }),
  ],
  [
    'more headers than any phone writes',
    'why="oversized"',
    1,
    (attacker) =>
      void attacker.ask('REGISTER', 'sip:exchange.test', {
        headers: Array.from({ length: 80 }, () => ['X-Header', 'y']),
      }),
  ],
  ['a frame beyond all measure', 'why="oversized"', 1, (attacker) => attacker.says('x'.repeat(65 * 1024))],
  [
    'a REGISTER that never proves who it is',
    'why="no_proof"',
    2,
    async (attacker) => {
      for (let n = 0; n < 3; n++) {
        attacker.ask('REGISTER', 'sip:exchange.test', { to: '<sip:nobody@exchange.test>' })
        await attacker.waitForResponse(401, 'REGISTER')
      }
    },
  ],
  [
    'a guessed password',
    'why="unauthenticated"',
    1,
    async (attacker) => expect((await attacker.registers()).status).toBe(401),
  ],
  [
    'a flood of INVITE',
    'why="flood",method="INVITE"',
    1,
    async (attacker) => {
      for (let n = 0; n < 180; n++) attacker.rings('+40268000000')
      await attacker.waitForResponse(503, 'INVITE')
    },
  ],
  [
    'a flood of REGISTER',
    'why="flood",method="REGISTER"',
    1,
    async (attacker) => {
      for (let n = 0; n < 40; n++) attacker.ask('REGISTER', 'sip:exchange.test')
      await attacker.waitForResponse(503, 'REGISTER')
    },
  ],
]

test.each(KINDS)('%s is counted, and a registered phone gets its call', async (_, labels, min, thrown) => {
  const before = await refused(labels)
  const attacker = await unknown()
  await thrown(attacker)
  const { ringer } = await fixture.talks(caller, aPhone(), { phone, token: dispatcher })
  await expect.poll(() => refused(labels), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + min)
  await fixture.end(ringer.number)
  await phone.isAsked('BYE')
  attacker.breakLine()
})
