import dgram from 'node:dgram'
import { once } from 'node:events'
import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import { dialPhone } from '@dispecerat/contract/telephony/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../apps/server/src/testing/until.ts'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from './servers/running-server.ts'
import { callsPage } from './telephone/calls-page.ts'
import {
  aKamailioEnvironment,
  type KamailioEnvironment,
  missingPackages,
  postgresSocketOf,
} from './telephone/kamailio-environment.ts'
import { RawSip } from './telephone/raw-sip.ts'
import { silentCallers } from './telephone/trunk-telephones.ts'

/** The number of the demo's taxi company. */
const LINE = '0700001000'

const missing = missingPackages()
const why = missing.length > 0 ? ` (not tried: ${missing.join(', ')} not installed)` : ''

let dataDir: DataDir
let environment: KamailioEnvironment
let server: RunningServer
let api: ApiClient
/** A phone that behaves as specified. */
let phone: RawSip
let account: { extension: string; password: string }

const { openCalls } = callsPage({ api: () => api, firstUnknownCaller: 8_100_000 })

const telephoneSign = async () =>
  ((await (await fetch(`${server.url}/ready`)).json()) as { telephone?: string }).telephone

/** The line of the server's metrics about refusals with these labels. */
async function counterOf(labels: string): Promise<string | undefined> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return text.split('\n').find((one) => one.startsWith(`sip_refused_total{${labels}} `))
}

async function refused(labels: string): Promise<number> {
  return Number((await counterOf(labels))?.split(' ').at(-1) ?? 0)
}

async function stillRings(): Promise<void> {
  const callers = await silentCallers(environment)
  callers.ring(1, LINE)
  await phone.hears(/^INVITE /)
  await expect.poll(async () => (await openCalls()).length).toBe(1)
  callers.giveUp()
  await expect.poll(() => callers.refusals()).toEqual([487])
  await expect.poll(async () => (await openCalls()).length).toBe(0)
  callers.close()
}

const KINDS: [name: string, labels: string, max: number, thrown: (attacker: RawSip) => unknown][] = [
  ['what is no SIP', 'why="malformed"', 3, (attacker) => attacker.says('HELLO\r\nworld\r\n\r\n')],
  [
    'headers longer than any phone writes',
    'why="oversized"',
    3,
    async (attacker) => {
      attacker.asks('REGISTER', { more: [`Subject: ${'x'.repeat(14_000)}`] })
      await attacker.hears(/^SIP\/2\.0 513/)
    },
  ],
  [
    'a REGISTER that never proves who it is',
    'why="no_proof"',
    3,
    async (attacker) => {
      for (let n = 0; n < 3; n += 1) {
        attacker.asks('REGISTER')
        await attacker.hears(/^SIP\/2\.0 401/)
      }
    },
  ],
  [
    'a guessed password',
    'why="unauthenticated"',
    3,
    async (attacker) => void expect(await attacker.registers(account.extension, 'a guess')).toBe(401),
  ],
  [
    'a proof of somebody for somebody else',
    'why="somebody_elses"',
    3,
    async (attacker) => void expect(await attacker.registers(account.extension, account.password, '9999')).toBe(403),
  ],
  [
    'a number that nobody asked to dial',
    'why="not_permitted"',
    3,
    async (attacker) =>
      void expect(await attacker.dials(account.extension, account.password, '+88213777777')).toBe(403),
  ],
  [
    'an address for a call of the house’s own that the house did not make',
    'why="unauthenticated"',
    3,
    async (attacker) => {
      attacker.asks('INVITE', { to: `say-${'0'.repeat(24)}` })
      await attacker.hears(/^SIP\/2\.0 404/)
    },
  ],
  [
    'a flood of INVITE',
    'why="flood",method="INVITE"',
    1,
    async (attacker) => {
      for (let n = 0; n < 140; n += 1) attacker.asks('INVITE', { to: LINE })
      await attacker.hears(/^SIP\/2\.0 503[\s\S]*Retry-After: 5/)
    },
  ],
  [
    'a flood of REGISTER',
    'why="flood",method="REGISTER"',
    1,
    async (attacker) => {
      for (let n = 0; n < 80; n += 1) attacker.asks('REGISTER')
      await attacker.hears(/^SIP\/2\.0 503/)
    },
  ],
]

describe.skipIf(missing.length > 0)(
  `hostile messages to Kamailio are refused and counted, and calls continue${why}`,
  () => {
    beforeAll(async () => {
      dataDir = aDataDir()
      environment = await aKamailioEnvironment(() => postgresSocketOf(dataDir.path))
      server = await startServer({ dataDir, env: { DEMO: 'on', ...environment.env } })
      await environment.startKamailio()
      await until('the server has found Kamailio', async () => (await telephoneSign()) === 'ok')
      api = await createApiClient(server.url, 'dispecer@demo.ro')
      const { data } = await api.request(readOwnMeta)
      const of = (key: string) => data.find((one) => one.key === key)?.value ?? ''
      account = { extension: /sip:(\w+)@/.exec(of('sipUrl'))?.[1] ?? '', password: of('sipPassword') }
      phone = await RawSip.at(server.url)
      expect(await phone.registers(account.extension, account.password)).toBe(200)
      // The server counts refusals after its first reading of Kamailio's counters, which starts every metric at 0.
      await until('the counters are there', async () => (await counterOf('why="malformed"')) !== undefined)
    })

    afterAll(async () => {
      phone?.close()
      await server?.[Symbol.asyncDispose]()
      await environment?.[Symbol.asyncDispose]()
      await dataDir?.[Symbol.asyncDispose]()
    })

    test.each(KINDS)('%s', async (_, labels, times, thrown) => {
      const before = await refused(labels)
      const attacker = await RawSip.at(server.url)
      for (let n = 0; n < times; n += 1) await thrown(attacker)
      await stillRings()
      await expect.poll(() => refused(labels)).toBeGreaterThanOrEqual(before + (times > 1 ? 1 : 20))
      attacker.close()
    })

    test('one permission to dial lets one call out to the trunk', async () => {
      const number = '+40722333444'
      await api.request(dialPhone, { body: { phone: number } })
      const attacker = await RawSip.at(server.url)
      expect(await attacker.dials(account.extension, account.password, number)).toBe(100)
      expect(await attacker.dials(account.extension, account.password, number)).toBe(403)
      attacker.close()
    })

    test('unknown senders on UDP get no reply, one by one or in a flood', async () => {
      const socket = dgram.createSocket('udp4').bind(0, '127.0.0.9')
      await once(socket, 'listening')
      const received: string[] = []
      socket.on('message', (data) => received.push(String(data)))
      const here = `127.0.0.9:${socket.address().port}`
      const knock = (n: number) => {
        const lines = [
          `OPTIONS sip:127.0.0.1:${environment.ports.trunk} SIP/2.0`,
          `Via: SIP/2.0/UDP ${here};branch=z9hG4bK${n}`,
          // One in three sends a request that Kamailio would answer to a trunk.
          `Max-Forwards: ${n % 3 === 0 ? 0 : 70}`,
          `From: <sip:x@${here}>;tag=${n}`,
          'To: <sip:x@127.0.0.1>',
          `Call-ID: ${n}`,
          'CSeq: 1 OPTIONS',
          'Content-Length: 0',
        ]
        socket.send(`${lines.join('\r\n')}\r\n\r\n`, environment.ports.trunk, '127.0.0.1')
      }
      knock(0)
      await expect.poll(() => refused('why="stranger"')).toBeGreaterThan(0)
      for (let n = 1; n <= 400; n += 1) knock(n)
      await stillRings()
      await expect.poll(() => refused('why="flood"')).toBeGreaterThan(0)
      expect(received).toEqual([])
      socket.close()
    })
  },
)
