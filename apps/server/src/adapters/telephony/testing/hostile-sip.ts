import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerOf, headersOf, type SipHeader, type SipRequest, type SipResponse } from '../embedded/sip/sip-message.ts'
import { aDescription, addressIn, type RawPhone, random } from '../embedded/testing/raw-phone.ts'

/** One side of a dialog, in the form in which an eavesdropper can continue it. */
export interface OverheardDialog {
  callId: string
  from: string
  to: string
  /** The Contact of the other side. */
  target: string
  routes: string[]
}

/** An active call at an exchange, and the phones that attack it. */
export interface HostileEnvironment {
  /** A new websocket without an account, for one test. */
  anonymous(): Promise<RawPhone>
  /** A registered telephone of a dispatcher of another company, for one test. */
  neighbour(): Promise<RawPhone>
  /** The call as either of its sides would continue it. */
  overheard: { asDispatcher: OverheardDialog; asCaller: OverheardDialog }
  /** A Route to the exchange itself. */
  ownRoute: string
  /** A SIP address outside, with a listener. */
  outside: string
  /** Messages that reached the outside, the caller and the dispatcher since the call was answered. */
  received(): string[]
  /** Checks that a request of one side still arrives at the other. */
  callGoesOn(): Promise<void>
}

const METHODS = [
  'BYE',
  'INVITE',
  'UPDATE',
  'INFO',
  'PRACK',
  'MESSAGE',
  'NOTIFY',
  'REFER',
  'OPTIONS',
  'SUBSCRIBE',
  'PUBLISH',
  'ACK',
] as const

type Forgery = (environment: HostileEnvironment) => OverheardDialog

const inventedCall = (environment: HostileEnvironment): OverheardDialog => ({
  ...environment.overheard.asDispatcher,
  callId: random(),
  from: `<sip:+40112@exchange.test>;tag=${random()}`,
  to: `<sip:+40740999999@exchange.test>;tag=${random()}`,
  routes: [environment.ownRoute],
})

/** Dialogs that are forged with every method. */
const FORGERIES: readonly [title: string, forge: Forgery][] = [
  ['a call of others, as its dispatcher', ({ overheard }) => overheard.asDispatcher],
  ['a call of others, as its caller', ({ overheard }) => overheard.asCaller],
  [
    'a call of others, to an address outside',
    ({ overheard, outside }) => ({ ...overheard.asDispatcher, target: outside }),
  ],
  [
    'a call of others, by a Route that leads outside',
    ({ overheard: { asDispatcher }, ownRoute, outside }) => ({
      ...asDispatcher,
      routes: [ownRoute, `<${outside};lr>`],
    }),
  ],
  [
    'a call that never was, to an address outside',
    (environment) => ({ ...inventedCall(environment), target: environment.outside }),
  ],
  [
    'a call that never was, by a Route that leads outside',
    (environment) => ({ ...inventedCall(environment), routes: [environment.ownRoute, `<${environment.outside};lr>`] }),
  ],
  [
    'a call that never was, by a Route that is not the exchange',
    (environment) => ({ ...inventedCall(environment), routes: [`<${environment.outside};lr>`] }),
  ],
]

/** Challenges and refusals: the only valid responses to a forged request. */
const REFUSALS = [400, 401, 403, 404, 405, 407, 481, 482]

/** A side of the call between the exchange and a phone that was rung: `rung` is its INVITE, `accepted` its 200. */
export function overheardAt(rung: SipRequest, accepted: SipResponse, contact: string): HostileEnvironment['overheard'] {
  const callId = headerOf(rung, 'call-id') ?? ''
  const [caller, dispatcher] = [headerOf(rung, 'from') ?? '', headerOf(accepted, 'to') ?? '']
  const routes = headersOf(rung, 'record-route')
  return {
    asDispatcher: { callId, from: dispatcher, to: caller, target: addressIn(rung), routes },
    asCaller: { callId, from: caller, to: dispatcher, target: contact, routes: routes.toReversed() },
  }
}

/** A request that continues the dialog. */
export function continues(phone: RawPhone, method: string, dialog: OverheardDialog, body = ''): SipRequest {
  const { callId, from, to, target, routes } = dialog
  const headers = routes.map((route): SipHeader => ['Route', route])
  return phone.ask(method, target, { callId, from, to, body, headers: [...headers, ['Contact', phone.contact]] })
}

/** Resolves when every earlier message of this phone has been processed. */
async function fence(phone: RawPhone): Promise<void> {
  phone.ask('OPTIONS', 'sip:exchange.test')
  await phone.waitForFinal('OPTIONS')
}

/** The rules for forged and malformed SIP, the same for every exchange. */
export function refusesHostileSip(environmentOf: () => HostileEnvironment): void {
  const actors: [string, () => Promise<RawPhone>][] = [
    ['a socket without an account', () => environmentOf().anonymous()],
    ['a dispatcher of another company', () => environmentOf().neighbour()],
  ]
  const table = actors.flatMap(([who, phoneOf]) => METHODS.map((method) => ({ who, method, phoneOf })))

  test.each(table)('$method of $who continues no call and reaches no phone', async ({ method, phoneOf }) => {
    const environment = environmentOf()
    const phone = await phoneOf()
    for (const [title, forge] of FORGERIES) {
      continues(phone, method, forge(environment), method === 'INVITE' ? aDescription() : '')
      if (method !== 'ACK') expect(REFUSALS, title).toContain((await phone.waitForFinal(method)).status)
    }
    await fence(phone)
    await environment.callGoesOn()
    expect(environment.received()).toEqual([])
  })

  test.each(actors)('%s cannot open a second call under the Call-ID of an active one', async (_, phoneOf) => {
    const environment = environmentOf()
    const phone = await phoneOf()
    const { callId } = environment.overheard.asDispatcher
    phone.rings('+40740999999', phone.extension, { callId })
    expect(REFUSALS).toContain((await phone.waitForFinal('INVITE')).status)
    await environment.callGoesOn()
    expect(environment.received()).toEqual([])
  })

  test.each(actors)('an unexpected response of %s is not forwarded', async (_, phoneOf) => {
    const environment = environmentOf()
    const phone = await phoneOf()
    const { callId, from, to } = environment.overheard.asCaller
    for (const status of [180, 200, 302, 486]) {
      const outside = environment.outside.replace(/^sip:[^@]*@/, '')
      const headers: SipHeader[] = [
        ['Via', `SIP/2.0/UDP ${environment.ownRoute.replace(/^<sip:|[;>].*$/g, '')};branch=z9hG4bK${random()}`],
        ['Via', `SIP/2.0/UDP ${outside};branch=z9hG4bK${random()}`],
        ...(
          [
            ['From', from],
            ['To', to],
            ['Call-ID', callId],
            ['CSeq', '1 INVITE'],
          ] as const
        ).map(([name, value]): SipHeader => [name, value]),
      ]
      phone.say({ kind: 'response', status, reason: 'Forged', headers, body: '' })
    }
    await fence(phone)
    await environment.callGoesOn()
    expect(environment.received()).toEqual([])
  })

  test.each(actors)('whatever %s sends, other calls continue', async (_, phoneOf) => {
    const environment = environmentOf()
    const phone = await phoneOf()
    const { asDispatcher, asCaller } = environment.overheard
    for (const text of fc.sample(mangled([asDispatcher, asCaller]), 150)) phone.says(text)
    await environment.callGoesOn()
    expect(environment.received()).toEqual([])
  })
}

/** A message that a phone could send, with an error in it; half of them concern other calls. */
export function mangled(dialogs: readonly Pick<OverheardDialog, 'callId' | 'from' | 'to' | 'target'>[]) {
  const invented = { callId: random(), from: `<sip:x@x>;tag=${random()}`, to: '<sip:y@x>', target: 'sip:y@x' }
  return fc
    .record({
      method: fc.constantFrom('INVITE', 'REGISTER', 'BYE', 'ACK', 'CANCEL', 'UPDATE', 'INFO', 'OPTIONS', 'SIP/2.0 200'),
      dialog: fc.constantFrom(invented, ...dialogs),
      cut: fc.nat(400),
      length: fc.nat(40),
      put: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom('\r\n', ';tag=', '<<<', '"', 'Via: '),
      ),
    })
    .map(({ method, dialog, cut, length, put }) => {
      const isReply = method.startsWith('SIP')
      const whole = [
        isReply ? `${method} OK` : `${method} ${dialog.target} SIP/2.0`,
        `Via: SIP/2.0/WS x.invalid;branch=z9hG4bK${random()}`,
        'Max-Forwards: 70',
        `From: ${dialog.from}`,
        `To: ${dialog.to}`,
        `Call-ID: ${dialog.callId}`,
        `CSeq: 1 ${isReply ? 'INVITE' : method}`,
        'Contact: <sip:x@x.invalid;transport=ws>',
        'Content-Type: application/sdp',
        '',
        aDescription(),
      ].join('\r\n')
      return whole.slice(0, cut) + put + whole.slice(cut + length)
    })
}
