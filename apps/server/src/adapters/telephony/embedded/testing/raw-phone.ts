import crypto from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
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
} from '../sip/sip-message.ts'
import { nameAddr, tagOf } from '../sip/sip-names.ts'

const TIMEOUT_MS = 20_000

/** A session description with that direction; `mark` distinguishes authors. */
export function aDescription(direction = 'sendrecv', mark = 'a'): string {
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    `s=${mark}`,
    't=0 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'c=IN IP4 0.0.0.0',
    'a=setup:actpass',
    `a=${direction}`,
  ]
  return `${lines.join('\r\n')}\r\n`
}

export interface RequestOptions {
  from?: string
  to?: string
  callId?: string
  cseq?: number
  branch?: string
  headers?: SipHeader[]
  body?: string
}

export interface Replied {
  tag?: string
  body?: string
  headers?: SipHeader[]
}

export interface RawPhoneOptions {
  /** The realm and host of all addresses. */
  domain?: string
  /** The Origin header that it sends. */
  origin?: string
}

export type Algorithm = 'MD5' | 'SHA-256'

export function isRequest(message: SipMessage): message is SipRequest {
  return message.kind === 'request'
}

export function random(): string {
  return crypto.randomBytes(6).toString('hex')
}

/** A telephone that sends exactly what the test wants, over a real websocket. */
export class RawPhone {
  readonly extension: string
  readonly inbox: SipMessage[] = []
  contact: string
  closed: { code: number } | null = null
  readonly #address: string
  readonly #password: string
  readonly #domain: string
  readonly #origin: string | undefined
  readonly #registration = random()
  readonly #waiters: { matches(message: SipMessage): boolean; take(message: SipMessage): void }[] = []
  #socket: WebSocket | null = null
  #cseq = 1

  constructor(
    address: string,
    extension: string,
    password = `pw-${extension}`,
    { domain = 'exchange.test', origin }: RawPhoneOptions = {},
  ) {
    this.#address = address
    this.#domain = domain
    this.#origin = origin
    this.extension = extension
    this.#password = password
    this.contact = `<sip:${random()}@${random()}.invalid;transport=ws>`
  }

  async connect(): Promise<this> {
    const socket = new WebSocket(this.#address, 'sip', this.#origin === undefined ? {} : { origin: this.#origin })
    this.#socket = socket
    socket.on('message', (data) => this.#take(String(data)))
    socket.on('close', (code) => {
      this.closed = { code }
    })
    socket.on('error', () => undefined)
    await once(socket, 'open')
    return this
  }

  get socket(): WebSocket {
    if (!this.#socket) throw new Error(`${this.extension} has no socket`)
    return this.#socket
  }

  /** Cuts the connection; reconnecting means another websocket. */
  breakLine(): void {
    this.socket.terminate()
  }

  async registers(expires = 300, algorithm: Algorithm = 'MD5', headers: SipHeader[] = []): Promise<SipResponse> {
    const address = `sip:${this.#domain}`
    const send = (more: SipHeader[]) =>
      this.ask('REGISTER', address, {
        to: `<sip:${this.extension}@${this.#domain}>`,
        callId: this.#registration,
        headers: [['Contact', `${this.contact};expires=${expires}`], ...headers, ...more],
      })
    send([])
    const challenge = await this.waitForResponse(401, 'REGISTER')
    send([['Authorization', this.proof(challenge, 'REGISTER', address, { algorithm })]])
    return this.waitForFinal('REGISTER')
  }

  /** The answer to a challenge, or to a forged nonce. */
  proof(
    challenge: SipMessage,
    method: string,
    uri: string,
    { algorithm = 'MD5', nonce }: { algorithm?: Algorithm; nonce?: string } = {},
  ): string {
    const offered = [...headersOf(challenge, 'www-authenticate'), ...headersOf(challenge, 'proxy-authenticate')]
    // A challenge that names no algorithm means MD5 (RFC 7616).
    const chosen = offered.find((one) => one.includes(`algorithm=${algorithm},`)) ?? offered.at(0) ?? ''
    const parameters = Object.fromEntries(
      [...chosen.matchAll(/(\w+)="?([^",]+)"?/g)].map(([, name = '', value = '']) => [name, value]),
    )
    const hash = (text: string) =>
      crypto
        .createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    const [once, count, realm] = [nonce ?? parameters.nonce, '00000001', parameters.realm]
    const own = random()
    const who = hash(`${this.extension}:${realm}:${this.#password}`)
    const response = hash(`${who}:${once}:${count}:${own}:auth:${hash(`${method}:${uri}`)}`)
    return `Digest username="${this.extension}", realm="${realm}", nonce="${once}", uri="${uri}", algorithm=${algorithm}, qop=auth, nc=${count}, cnonce="${own}", response="${response}"`
  }

  ask(method: string, uri: string, options: RequestOptions = {}): SipRequest {
    const { from = `<sip:${this.extension}@${this.#domain}>;tag=${random()}`, to = `<${uri}>`, body = '' } = options
    const cseq = options.cseq ?? this.#cseq++
    const request: SipRequest = {
      kind: 'request',
      method,
      uri,
      headers: [
        ['Via', `SIP/2.0/WS ${this.extension}.invalid;branch=${options.branch ?? `z9hG4bK${random()}`}`],
        ['Max-Forwards', '70'],
        ['From', from],
        ['To', to],
        ['Call-ID', options.callId ?? random()],
        ['CSeq', `${cseq} ${method}`],
        ...(body === '' ? [] : [['Content-Type', 'application/sdp'] satisfies SipHeader]),
        ...(options.headers ?? []),
      ],
      body,
    }
    this.say(request)
    return request
  }

  /** Calls a line or an extension, showing `number`. */
  rings(dialled: string, number = this.extension, options: RequestOptions = {}): SipRequest {
    return this.ask('INVITE', `sip:${dialled}@${this.#domain}`, {
      from: `<sip:${number}@${this.#domain}>;tag=${random()}`,
      body: aDescription('sendrecv', 'caller'),
      ...options,
      headers: [
        ['Contact', this.contact],
        ['Allow', 'INVITE, ACK, BYE, CANCEL, UPDATE, INFO'],
        ...(options.headers ?? []),
      ],
    })
  }

  replies(request: SipRequest, status: number, { tag = random(), body = '', headers = [] }: Replied = {}): SipResponse {
    const to = headerOf(request, 'to') ?? ''
    const copiedHeaders = request.headers.filter(([name]) => /^(via|record-route|from|call-id|cseq)$/i.test(name))
    const response: SipResponse = {
      kind: 'response',
      status,
      reason: 'Said',
      headers: [
        ...copiedHeaders,
        ['To', tagOf(to) ? to : `${to};tag=${tag}`],
        ['Contact', this.contact],
        ['Allow', 'INVITE, ACK, BYE, CANCEL, UPDATE, INFO'],
        ...(body === '' ? [] : [['Content-Type', 'application/sdp'] satisfies SipHeader]),
        ...headers,
      ],
      body,
    }
    this.say(response)
    return response
  }

  acknowledges(invite: SipRequest, answer: SipResponse, body = ''): void {
    this.ask('ACK', addressIn(answer), {
      from: headerOf(invite, 'from'),
      to: headerOf(answer, 'to'),
      callId: headerOf(invite, 'call-id'),
      cseq: cseqOf(invite).number,
      body,
    })
  }

  cancels(invite: SipRequest): void {
    this.ask('CANCEL', invite.uri, {
      from: headerOf(invite, 'from'),
      to: headerOf(invite, 'to'),
      callId: headerOf(invite, 'call-id'),
      cseq: cseqOf(invite).number,
      branch: /branch=([^;]+)/.exec(headerOf(invite, 'via') ?? '')?.[1],
    })
  }

  say(message: SipMessage): void {
    this.socket.send(formatSip(message))
  }

  says(text: string): void {
    this.socket.send(text)
  }

  waitForResponse(status: number, method: string): Promise<SipResponse> {
    const matches = (message: SipMessage) =>
      message.kind === 'response' && message.status === status && cseqOf(message).method === method
    return this.waits(matches, `${status} to ${method}`) as Promise<SipResponse>
  }

  waitForFinal(method: string): Promise<SipResponse> {
    const matches = (message: SipMessage) =>
      message.kind === 'response' && message.status >= 200 && cseqOf(message).method === method
    return this.waits(matches, `an answer to ${method}`) as Promise<SipResponse>
  }

  isAsked(method: string, callId?: string): Promise<SipRequest> {
    const matches = (message: SipMessage) =>
      isRequest(message) && message.method === method && (!callId || headerOf(message, 'call-id') === callId)
    return this.waits(matches, method) as Promise<SipRequest>
  }

  waits(matches: (message: SipMessage) => boolean, what: string): Promise<SipMessage> {
    const here = this.inbox.findIndex(matches)
    const [message] = here < 0 ? [] : this.inbox.splice(here, 1)
    if (message) return Promise.resolve(message)
    return new Promise((resolve, reject) => {
      const waiter = {
        matches,
        take: (taken: SipMessage) => {
          clearTimeout(timeout)
          resolve(taken)
        },
      }
      const timeout = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        const came = this.inbox.map((one) => (isRequest(one) ? one.method : one.status)).join(' ')
        reject(new Error(`${this.extension} waited in vain for ${what}; came: ${came}`))
      }, TIMEOUT_MS)
      this.#waiters.push(waiter)
    })
  }

  #take(text: string): void {
    const message = parseSip(text)
    if (!message) return
    const waiter = this.#waiters.findIndex(({ matches }) => matches(message))
    if (waiter < 0) this.inbox.push(message)
    else this.#waiters.splice(waiter, 1)[0]?.take(message)
  }
}

/** Address of a dialog's requests. */
export function addressIn(message: SipMessage): string {
  return nameAddr(headerOf(message, 'contact') ?? '').uri
}
