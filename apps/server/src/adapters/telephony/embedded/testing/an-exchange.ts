import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { pino } from 'pino'
import type { SocketQuota } from '../../../../platform/http/socket-limits.ts'
import type { SipRefusal } from '../../../../platform/telemetry/sip-refusals.ts'
import type { Sayer } from '../../pretend/voices.ts'
import type { PhoneAccount, PhoneDirectory, TelephonyEvent } from '../../telephony.ts'
import type { CallTimes } from '../call.ts'
import { EmbeddedExchange } from '../embedded-exchange.ts'
import { headerOf, type SipRequest, type SipResponse } from '../sip/sip-message.ts'
import { aDescription, addressIn, RawPhone } from './raw-phone.ts'

export const LINE = '+40722000111'
export const COMPANY = asId<CompanyId>(7)
export const CLIENT = '+40740111222'

/** The server's phone directory, in memory. */
export class InMemoryPhoneDirectory implements PhoneDirectory {
  readonly accounts = new Map<string, PhoneAccount>()
  readonly away = new Set<number>()

  add(extension: string, account: Partial<PhoneAccount> = {}): void {
    const userId = asId<UserId>(Number(extension)) || asId<UserId>(900)
    const ours = { extension, userId, password: `pw-${extension}`, companyId: COMPANY }
    this.accounts.set(extension, { ...ours, kind: 'dispatcher', ...account })
  }

  account(extension: string): Promise<PhoneAccount | null> {
    return Promise.resolve(this.accounts.get(extension) ?? null)
  }

  companyOfLine(dialled: string): Promise<CompanyId | null> {
    return Promise.resolve(dialled === LINE || dialled === `company-${COMPANY}` ? COMPANY : null)
  }

  dispatchersOf(companyId: CompanyId): Promise<UserId[]> {
    const taking = [...this.accounts.values()].filter(
      (one) => one.kind === 'dispatcher' && one.companyId === companyId && !this.away.has(one.userId),
    )
    return Promise.resolve(taking.map(({ userId }) => userId))
  }
}

export interface TestExchange extends AsyncDisposable {
  exchange: EmbeddedExchange
  phoneDirectory: InMemoryPhoneDirectory
  events: TelephonyEvent[]
  refusals: SipRefusal[]
  logged: string[]
  address: string
  /** The kinds of the events so far, in order. */
  eventTypes(): string
  phone(extension: string, password?: string): Promise<RawPhone>
  /** A phone that is registered. */
  registered(extension: string): Promise<RawPhone>
}

/** The exchange behind a real HTTP server: dispatchers 1, 2 and 3 of one company, and a caller. */
export async function anExchange({
  times,
  onEvent,
  sayer,
  socketQuotas,
}: {
  times?: Partial<CallTimes>
  onEvent?: (event: TelephonyEvent, exchange: EmbeddedExchange) => Promise<void>
  sayer?: Sayer
  socketQuotas?: SocketQuota
} = {}): Promise<TestExchange> {
  const phoneDirectory = new InMemoryPhoneDirectory()
  for (const extension of ['1', '2', '3']) phoneDirectory.add(extension)
  phoneDirectory.add('caller', { kind: 'caller' })
  const [events, refusals, logged]: [TelephonyEvent[], SipRefusal[], string[]] = [[], [], []]
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const metrics = { sipRefused: (why: SipRefusal) => void refusals.push(why) }
  const exchange = new EmbeddedExchange({
    domain: 'exchange.test',
    phoneDirectory,
    log,
    metrics,
    ...(sayer ? { sayer } : {}),
    ...(socketQuotas && { socketQuotas }),
    // Long by default, because a busy machine needs seconds; tests that wait for a timeout shorten it.
    times: { graceMs: 30_000, parkAfterMs: 50, pickUpMs: 15_000, ...times },
  })
  exchange.onEvent(async (event) => {
    events.push(event)
    await onEvent?.(event, exchange)
  })
  await exchange.start()
  const http = createServer()
  http.on('upgrade', (request, socket, head) => exchange.upgrade(request, socket, head, '198.51.100.7'))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/sip`
  const phones: RawPhone[] = []
  const phone = async (extension: string, password?: string) => {
    const made = await new RawPhone(address, extension, password).connect()
    phones.push(made)
    return made
  }
  return {
    exchange,
    phoneDirectory,
    events,
    refusals,
    logged,
    address,
    phone,
    eventTypes: () => events.map(({ type }) => type).join(' '),
    registered: async (extension) => {
      const made = await phone(extension)
      const { status } = await made.registers()
      if (status !== 200) throw new Error(`${extension} was not registered: ${status}`)
      return made
    },
    [Symbol.asyncDispose]: async () => {
      await exchange.stop()
      for (const one of phones) one.breakLine()
      http.close()
    },
  }
}

/** Both sides of an answered call. */
export interface Talk {
  /** Messages that the caller sent and received. */
  invite: SipRequest
  answer: SipResponse
  /** Messages that the dispatcher's phone received and sent. */
  rung: SipRequest
  accepted: SipResponse
}

/** The caller rings the line, the dispatcher picks up. */
export async function aTalk(caller: RawPhone, dispatcher: RawPhone): Promise<Talk> {
  const invite = caller.rings(LINE, CLIENT)
  const rung = await dispatcher.isAsked('INVITE')
  dispatcher.replies(rung, 180, { tag: 'desk' })
  const accepted = dispatcher.replies(rung, 200, { tag: 'desk', body: aDescription('sendrecv', 'desk') })
  const answer = await caller.waitForResponse(200, 'INVITE')
  caller.acknowledges(invite, answer)
  await dispatcher.isAsked('ACK')
  return { invite, answer, rung, accepted }
}

/** A request of the caller within the call. */
export function fromCaller(caller: RawPhone, { invite, answer }: Talk, method: string, body = ''): SipRequest {
  return caller.ask(method, addressIn(answer), {
    from: headerOf(invite, 'from'),
    to: headerOf(answer, 'to'),
    callId: headerOf(invite, 'call-id'),
    headers: [['Contact', caller.contact]],
    body,
  })
}

/** A request of the dispatcher's phone within the call. */
export function fromDispatcher(phone: RawPhone, { rung, accepted }: Talk, method: string, body = ''): SipRequest {
  return phone.ask(method, addressIn(rung), {
    from: headerOf(accepted, 'to'),
    to: headerOf(rung, 'from'),
    callId: headerOf(rung, 'call-id'),
    headers: [['Contact', phone.contact]],
    body,
  })
}
