import { createHash } from 'node:crypto'
import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { phoneMessages } from '../../shared/telephone/phone-messages.ts'
import { NO_PHONE, usePhone } from '../../shared/telephone/phone-store.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { startOwnPhone } from './own-phone.ts'

const REALM = 'pbx.test'
const USER = '101'

/** The exchange behind the socket: registers every client with this password. */
let password = ''
/** The status of every reply to a REGISTER. */
let replied: number[] = []

class ExchangeSocket extends EventTarget {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readyState = 0
  protocol = 'sip'
  onopen = () => undefined
  onclose = (_: object) => undefined
  onmessage = (_: { data: string }) => undefined
  onerror = () => undefined

  constructor() {
    super()
    queueMicrotask(() => {
      this.readyState = this.OPEN
      this.onopen()
    })
  }

  send(request: string) {
    if (!request.startsWith('REGISTER ')) return
    const authorization = /^Authorization: .*$/im.exec(request)?.[0]
    const status = authorization === undefined ? 401 : isRight(authorization) ? 200 : 403
    replied.push(status)
    queueMicrotask(() => this.onmessage({ data: replyTo(request, status) }))
  }

  close() {
    this.readyState = 3
  }
}

class Microphone extends EventTarget {
  getUserMedia = async () => ({ getTracks: () => [], getAudioTracks: () => [] })
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function isRight(authorization: string): boolean {
  const of = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(authorization)?.[1] ?? ''
  return of('response') === md5([md5(`${USER}:${REALM}:${password}`), 'n', md5(`REGISTER:${of('uri')}`)].join(':'))
}

function replyTo(request: string, status: number): string {
  const copied = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq|Contact):/.test(line))
  const lines = copied.map((line) => (line.startsWith('To:') ? `${line};tag=t` : line))
  if (status === 401) lines.push(`WWW-Authenticate: Digest realm="${REALM}", nonce="n", algorithm=MD5`)
  return [`SIP/2.0 ${status} Reply`, ...lines, 'Content-Length: 0', '', ''].join('\r\n')
}

const metaWith = (sipPassword: string) => ({
  data: Object.entries({ sipUrl: `sip:${USER}@${REALM}`, sipPassword, sipWs: 'ws://pbx.test/sip' }).map(
    ([key, value]) => ({ key, value }),
  ),
})

beforeEach(() => {
  password = 'new'
  replied = []
  vi.stubGlobal('WebSocket', ExchangeSocket)
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(navigator, 'mediaDevices', { value: new Microphone(), configurable: true })
  usePhone.setState(NO_PHONE)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'mediaDevices')
    usePhone.setState(NO_PHONE)
  })
})

function start() {
  const phone = startOwnPhone()
  onTestFinished(() => phone.stop())
  return phone
}

const shown = () => usePhone.getState().status
const settled = () => expect.poll(() => ['registered', 'failed', 'noMicrophone'].includes(shown())).toBe(true)

test('a password that is renewed while the account is loading is used for the registration', async () => {
  const server = fakeServer()
  const release = server.hold(readOwnMeta, metaWith('old'))
  const phone = start()
  await expect.poll(() => server.received(readOwnMeta)).toHaveLength(1)
  phone.renew()
  server.reply(readOwnMeta, metaWith('new'))
  release()
  await settled()
  expect([shown(), replied]).toEqual(['registered', [401, 200]])
})

test('a refused password is replaced by the account’s newer one', async () => {
  const server = fakeServer()
  server.reply(readOwnMeta, () => metaWith(replied.includes(403) ? 'new' : 'old'))
  start()
  await settled()
  expect([shown(), replied]).toEqual(['registered', [401, 403, 401, 200]])
})

test('a refused password that the account still has fails after one more request', async () => {
  const server = fakeServer()
  server.reply(readOwnMeta, metaWith('old'))
  start()
  await expect.poll(shown).toBe('failed')
  expect(usePhone.getState().why).toBe(phoneMessages.wrongPassword)
  expect([server.received(readOwnMeta).length, replied]).toEqual([2, [401, 403]])
})
