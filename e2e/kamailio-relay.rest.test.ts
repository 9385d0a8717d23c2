import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  cseqOf,
  headerOf,
  type SipRequest,
  type SipResponse,
} from '../apps/server/src/adapters/telephony/embedded/sip/sip-message.ts'
import {
  aDescription,
  addressIn,
  isRequest,
  RawPhone,
} from '../apps/server/src/adapters/telephony/embedded/testing/raw-phone.ts'
import { ProxyRpc } from '../apps/server/src/adapters/telephony/kamailio/proxy-rpc.ts'
import {
  continues,
  type HostileEnvironment,
  overheardAt,
  refusesHostileSip,
} from '../apps/server/src/adapters/telephony/testing/hostile-sip.ts'
import { until } from '../apps/server/src/testing/until.ts'
import { createApiClient } from './api/api-client.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from './servers/running-server.ts'
import {
  aKamailioEnvironment,
  type KamailioEnvironment,
  missingPackages,
  postgresSocketOf,
} from './telephone/kamailio-environment.ts'
import { RawTrunk, type TrunkCall } from './telephone/raw-trunk.ts'

/** The number of the demo's taxi company. */
const LINE = '0700001000'
const CALLER = '+40740111222'
const DOMAIN = 'dispecerat.local'

const missing = missingPackages()
const why = missing.length > 0 ? ` (not tried: ${missing.join(', ')} not installed)` : ''

let dataDir: DataDir
let environment: KamailioEnvironment
let server: RunningServer
let rpc: ProxyRpc
let trunk: RawTrunk
/** A sender on the same network that is neither the trunk nor a telephone. */
let outside: RawTrunk
let phone: RawPhone

interface TalkAtProxy {
  call: TrunkCall
  rung: SipRequest
  accepted: SipResponse
}

const sipAddress = () => `${server.url.replace('http', 'ws')}/sip`
const telephoneState = async () =>
  ((await (await fetch(`${server.url}/ready`)).json()) as { telephone?: string }).telephone

async function aPhoneOf(email: string): Promise<RawPhone> {
  const { data } = await (await createApiClient(server.url, email)).request(readOwnMeta)
  const of = (key: string) => data.find((one) => one.key === key)?.value ?? ''
  const extension = /sip:(\w+)@/.exec(of('sipUrl'))?.[1] ?? ''
  const options = { domain: DOMAIN, origin: server.url }
  const phone = await new RawPhone(sipAddress(), extension, of('sipPassword'), options).connect()
  expect((await phone.registers()).status).toBe(200)
  return phone
}

/** The telephone of another company's dispatcher, for one test. */
async function aNeighbour(): Promise<RawPhone> {
  const phone = await aPhoneOf('livrari@demo.ro')
  onTestFinished(() => phone.breakLine())
  return phone
}

/** The trunk calls, and the dispatcher's phone answers. */
async function aTalk(): Promise<TalkAtProxy> {
  const invite = trunk.rings(LINE, CALLER)
  const rung = await phone.isAsked('INVITE')
  phone.replies(rung, 180, { tag: 'desk' })
  const accepted = phone.replies(rung, 200, { tag: 'desk', body: aDescription('sendrecv', 'desk') })
  const call = await trunk.talks(invite)
  await phone.isAsked('ACK')
  return { call, rung, accepted }
}

const dialogOfDispatcher = ({ rung, accepted }: TalkAtProxy) =>
  overheardAt(rung, accepted, addressIn(accepted)).asDispatcher

async function endTalk(talk: TalkAtProxy): Promise<void> {
  continues(phone, 'BYE', dialogOfDispatcher(talk))
  trunk.replies(await trunk.isAsked('BYE'), 200)
  await phone.waitForResponse(200, 'BYE')
  await until('Kamailio knows no call under way', async () => (await rpc.dialogs()).every(({ state }) => state !== 4))
}

/** Requests and responses that reached them within a dialog; responses to their own requests do not count. */
function received(): string[] {
  const outsideReceived = outside.heard.map((one) => `outside ${isRequest(one) ? one.method : one.status}`)
  const trunkReceived = trunk.heard.filter(isRequest).map(({ method }) => `trunk ${method}`)
  const dispatcherReceived = phone.inbox.filter(isRequest).map(({ method }) => `desk ${method}`)
  return [...outsideReceived, ...trunkReceived, ...dispatcherReceived]
}

describe.skipIf(missing.length > 0)(`Kamailio relays only for the two sides of a call${why}`, () => {
  beforeAll(async () => {
    dataDir = aDataDir()
    environment = await aKamailioEnvironment(() => postgresSocketOf(dataDir.path))
    server = await startServer({ dataDir, env: { DEMO: 'on', ...environment.env } })
    rpc = new ProxyRpc(environment.env.KAMAILIO_RPC_URL ?? '')
    await environment.startKamailio()
    await until('the server has found Kamailio', async () => (await telephoneState()) === 'ok')
    trunk = await RawTrunk.at(environment)
    outside = await RawTrunk.at(environment, '127.0.0.2')
    phone = await aPhoneOf('dispecer@demo.ro')
  })

  afterAll(async () => {
    phone?.breakLine()
    for (const one of [trunk, outside]) one?.close()
    await server?.[Symbol.asyncDispose]()
    await environment?.[Symbol.asyncDispose]()
    await dataDir?.[Symbol.asyncDispose]()
  })

  describe('during a call', () => {
    let talk: TalkAtProxy
    let hostile: HostileEnvironment

    beforeAll(async () => {
      talk = await aTalk()
      const { call, rung, accepted } = talk
      hostile = {
        anonymous: async () => {
          const phone = await new RawPhone(sipAddress(), 'nobody', '', { domain: DOMAIN, origin: server.url }).connect()
          onTestFinished(() => phone.breakLine())
          return phone
        },
        neighbour: aNeighbour,
        overheard: overheardAt(rung, accepted, addressIn(call.answer)),
        ownRoute: `<sip:127.0.0.1:${environment.ports.trunk};lr>`,
        outside: `sip:x@${outside.here}`,
        received,
        callGoesOn: async () => {
          continues(phone, 'INFO', dialogOfDispatcher(talk))
          trunk.replies(await trunk.isAsked('INFO'), 200)
          await phone.waitForResponse(200, 'INFO')
          trunk.asks('INFO', call)
          phone.replies(await phone.isAsked('INFO'), 200)
          await trunk.hears(200, 'INFO')
        },
      }
    })

    afterAll(() => endTalk(talk))

    refusesHostileSip(() => hostile)

    test.each(['INFO', 'INVITE', 'UPDATE'])(
      "%s of the call's dispatcher goes to the other side of the call or nowhere",
      async (method) => {
        const own = dialogOfDispatcher(talk)
        const to = (over: Partial<typeof own>) => ({ ...own, ...over })
        const astray = [
          to({ target: hostile.outside }),
          to({ target: `${own.target};maddr=${outside.here.split(':')[0]}` }),
          to({ target: own.target.replace('sip:', 'sips:') }),
          to({ target: addressIn(talk.call.answer) }),
          to({ routes: [...own.routes, `<${hostile.outside};lr>`] }),
          to({ from: own.from.replace(/sip:[^@]*@/, 'sip:+40112@') }),
        ]
        for (const dialog of astray) {
          continues(phone, method, dialog)
          expect([403, 404]).toContain((await phone.waitForFinal(method)).status)
        }
        await hostile.callGoesOn()
        expect(received()).toEqual([])
      },
    )

    test.each(['MESSAGE', 'NOTIFY', 'REFER', 'SUBSCRIBE'])('%s is not part of a call', async (method) => {
      continues(phone, method, dialogOfDispatcher(talk))
      expect((await phone.waitForFinal(method)).status).toBe(405)
      expect(received()).toEqual([])
    })
  })

  test('only the caller can cancel a ringing call', async () => {
    const neighbour = await aNeighbour()
    const invite = trunk.rings(LINE, CALLER)
    const rung = await phone.isAsked('INVITE')
    phone.replies(rung, 180, { tag: 'desk' })
    const branch = /branch=([^;]+)/.exec(headerOf(invite, 'via') ?? '')?.[1]
    const about = { from: headerOf(invite, 'from'), to: headerOf(invite, 'to'), callId: headerOf(invite, 'call-id') }
    neighbour.ask('CANCEL', invite.uri, { ...about, cseq: cseqOf(invite).number, branch })
    expect((await neighbour.waitForFinal('CANCEL')).status).toBe(403)
    phone.replies(rung, 200, { tag: 'desk', body: aDescription('sendrecv', 'desk') })
    const call = await trunk.talks(invite)
    await phone.isAsked('ACK')
    trunk.asks('BYE', call)
    phone.replies(await phone.isAsked('BYE'), 200)
    await trunk.hears(200, 'BYE')
  })

  test('a page that lost its connection is reached on its new one, and still has its call', async () => {
    const talk = await aTalk()
    phone.breakLine()
    await phone.connect()
    expect((await phone.registers()).status).toBe(200)
    trunk.asks('INFO', talk.call)
    phone.replies(await phone.isAsked('INFO'), 200)
    await trunk.hears(200, 'INFO')
    await endTalk(talk)
  })

  test('a registration has one address, its own connection', async () => {
    const neighbour = await aNeighbour()
    const { extension } = neighbour
    const headers: [string, string][] = [['Contact', `<sip:${extension}@${outside.here}>`]]
    neighbour.ask('REGISTER', `sip:${DOMAIN}`, {
      to: `<sip:${extension}@${DOMAIN}>`,
      headers: [['Contact', neighbour.contact], ...headers],
    })
    expect((await neighbour.waitForFinal('REGISTER')).status).toBe(400)
  })

  test('Kamailio restarts during a call: only its two sides can end it', async () => {
    const restart = async () => {
      await environment.stopKamailio()
      await until('the server misses Kamailio', async () => (await telephoneState()) === 'degraded')
      await environment.startKamailio()
      await until('the server has found Kamailio', async () => (await telephoneState()) === 'ok')
      await phone.connect()
      expect((await phone.registers()).status).toBe(200)
    }
    const first = await aTalk()
    await restart()
    const stolen = { ...dialogOfDispatcher(first), routes: [`<sip:127.0.0.1:${environment.ports.trunk};lr>`] }
    const neighbour = await aNeighbour()
    continues(neighbour, 'BYE', stolen)
    expect((await neighbour.waitForFinal('BYE')).status).toBe(404)
    expect(received()).toEqual([])
    continues(phone, 'INVITE', dialogOfDispatcher(first), aDescription())
    expect((await phone.waitForFinal('INVITE')).status).toBe(404)
    continues(phone, 'BYE', dialogOfDispatcher(first))
    trunk.replies(await trunk.isAsked('BYE'), 200)
    await phone.waitForResponse(200, 'BYE')

    const second = await aTalk()
    await restart()
    trunk.asks('BYE', second.call)
    phone.replies(await phone.isAsked('BYE'), 200)
    await trunk.hears(200, 'BYE')
  })
})
