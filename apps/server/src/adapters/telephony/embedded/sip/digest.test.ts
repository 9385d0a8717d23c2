import crypto from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { InMemoryPhoneDirectory } from '../testing/an-exchange.ts'
import { Digest } from './digest.ts'
import type { SipRequest } from './sip-message.ts'

const REALM = 'exchange.test'
const URI = `sip:${REALM}`
const SOCKET = 'socket 1'
const MINUTE_MS = 60_000

afterEach(() => void vi.restoreAllMocks())

const md5 = (text: string) => crypto.createHash('md5').update(text).digest('hex')

/** A REGISTER of extension 1 that answers the MD5 challenge with the right password. */
function registerWith(challenges: ReturnType<Digest['challenges']>): SipRequest {
  const nonce = /nonce="([^"]+)"/.exec(challenges.at(-1)?.[1] ?? '')?.[1] ?? ''
  const response = md5(`${md5(`1:${REALM}:pw-1`)}:${nonce}:${md5(`REGISTER:${URI}`)}`)
  const digest = `Digest username="1", realm="${REALM}", nonce="${nonce}", uri="${URI}", response="${response}"`
  return { kind: 'request', method: 'REGISTER', uri: URI, headers: [['Authorization', digest]], body: '' }
}

test.each([
  ['a challenge is good for five minutes', 5 * MINUTE_MS - 1000, 'account'],
  ['after them the right password is asked for anew', 5 * MINUTE_MS + 1000, 'stale'],
])('%s', async (_, laterMs, proof) => {
  const phoneDirectory = new InMemoryPhoneDirectory()
  phoneDirectory.add('1')
  const digest = new Digest(REALM, phoneDirectory)
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  const register = registerWith(digest.challenges(401, SOCKET, false))
  now.mockReturnValue(10_000 + laterMs)
  expect(await digest.prove(register, 401, SOCKET)).toMatchObject({ is: proof })
})
