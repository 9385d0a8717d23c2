import dgram from 'node:dgram'
import { once } from 'node:events'
import {
  cseqOf,
  formatSip,
  headerOf,
  headersOf,
  parseSip,
  type SipHeader,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../../apps/server/src/adapters/telephony/embedded/sip/sip-message.ts'
import { nameAddr } from '../../apps/server/src/adapters/telephony/embedded/sip/sip-names.ts'
import { addressIn, isRequest, random } from '../../apps/server/src/adapters/telephony/embedded/testing/raw-phone.ts'
import { until } from '../../apps/server/src/testing/until.ts'
import type { KamailioEnvironment } from './kamailio-environment.ts'
import { soundOffer } from './trunk-telephones.ts'

/** A call that the trunk answered, or whose answer it received. */
export interface TrunkCall {
  invite: SipRequest
  answer: SipResponse
}

/** The telephone company's trunk over UDP, which sends exactly what a test wants and answers nothing by itself. */
export class RawTrunk {
  readonly heard: SipMessage[] = []
  /** Transactions opened here. Over UDP an unanswered request is sent again after half a second. */
  readonly #opened = new Set<string>()
  readonly #socket: dgram.Socket
  readonly #environment: KamailioEnvironment
  readonly here: string
  #cseq = 1

  private constructor(environment: KamailioEnvironment, socket: dgram.Socket) {
    this.#environment = environment
    this.#socket = socket
    this.here = `${socket.address().address}:${socket.address().port}`
    socket.on('message', (data) => {
      const message = parseSip(String(data))
      if (message && !this.#isAgain(message)) this.heard.push(message)
    })
  }

  /** Listens where dialled numbers are sent; at another address of the machine it is a sender that is not the trunk. */
  static async at(environment: KamailioEnvironment, address = '127.0.0.1'): Promise<RawTrunk> {
    const socket = dgram.createSocket('udp4').bind(address === '127.0.0.1' ? environment.ports.telephone : 0, address)
    await once(socket, 'listening')
    return new RawTrunk(environment, socket)
  }

  rings(number: string, from: string): SipRequest {
    return this.#ask('INVITE', `sip:${number}@127.0.0.1:${this.#environment.ports.trunk}`, {
      headers: [
        ['From', `<sip:${from}@${this.here}>;tag=${random()}`],
        ['To', `<sip:${number}@127.0.0.1>`],
        ['Call-ID', `${random()}@trunk`],
      ],
      body: soundOffer(this.#environment.ports.silence),
    })
  }

  /** A request within a call that the trunk opened; its Route is the reverse of the response's Record-Route. */
  asks(method: string, { invite, answer }: TrunkCall, cseq?: number): SipRequest {
    const routes = headersOf(answer, 'record-route').toReversed()
    return this.#ask(method, addressIn(answer), {
      cseq,
      headers: [
        ...routes.map((route): SipHeader => ['Route', route]),
        ['From', headerOf(invite, 'from') ?? ''],
        ['To', headerOf(answer, 'to') ?? ''],
        ['Call-ID', headerOf(invite, 'call-id') ?? ''],
      ],
    })
  }

  async talks(invite: SipRequest): Promise<TrunkCall> {
    const answer = await this.hears(200, 'INVITE')
    this.asks('ACK', { invite, answer }, cseqOf(invite).number)
    return { invite, answer }
  }

  async hears(status: number, method: string): Promise<SipResponse> {
    const matches = (one: SipMessage) =>
      one.kind === 'response' && one.status === status && cseqOf(one).method === method
    return (await this.#next(`${status} to ${method}`, matches)) as SipResponse
  }

  async isAsked(method: string): Promise<SipRequest> {
    return (await this.#next(method, (one) => isRequest(one) && one.method === method)) as SipRequest
  }

  replies(request: SipRequest, status: number, body = ''): void {
    const mirrored = request.headers.filter(([name]) => /^(via|record-route|from|call-id|cseq)$/i.test(name))
    const to = headerOf(request, 'to') ?? ''
    const headers: SipHeader[] = [
      ...mirrored,
      ['To', nameAddr(to).params.tag ? to : `${to};tag=${random()}`],
      ['Contact', `<sip:trunk@${this.here}>`],
      ...(body === '' ? [] : [['Content-Type', 'application/sdp'] satisfies SipHeader]),
    ]
    this.#say({ kind: 'response', status, reason: 'Said', headers, body })
  }

  close(): void {
    this.#socket.close()
  }

  #ask(
    method: string,
    uri: string,
    { headers, cseq, body = '' }: { headers: SipHeader[]; cseq?: number | undefined; body?: string },
  ): SipRequest {
    const request: SipRequest = {
      kind: 'request',
      method,
      uri,
      headers: [
        ['Via', `SIP/2.0/UDP ${this.here};branch=z9hG4bK${random()}`],
        ['Max-Forwards', '70'],
        ...headers,
        ['CSeq', `${cseq ?? this.#cseq++} ${method}`],
        ['Contact', `<sip:trunk@${this.here}>`],
        ...(body === '' ? [] : [['Content-Type', 'application/sdp'] satisfies SipHeader]),
      ],
      body,
    }
    this.#say(request)
    return request
  }

  #say(message: SipMessage): void {
    this.#socket.send(formatSip(message), this.#environment.ports.trunk, '127.0.0.1')
  }

  #isAgain(message: SipMessage): boolean {
    if (!isRequest(message)) return false
    const transaction = `${message.method} ${headerOf(message, 'via')}`
    const isAgain = this.#opened.has(transaction)
    this.#opened.add(transaction)
    return isAgain
  }

  async #next(what: string, matches: (message: SipMessage) => boolean): Promise<SipMessage> {
    await until(`the trunk hears ${what}`, () => this.heard.some(matches))
    const [message] = this.heard.splice(this.heard.findIndex(matches), 1)
    if (!message) throw new Error(what)
    return message
  }
}
