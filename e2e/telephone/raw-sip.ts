import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import WebSocket from 'ws'
import { until } from '../../apps/server/src/testing/until.ts'

const DOMAIN = 'dispecerat.local'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const random = () => randomBytes(6).toString('hex')

interface RequestParts {
  extension?: string
  to?: string
  more?: string[]
}

/** A browser's phone over the server's websocket that sends exactly what a test wants and answers nothing by itself. */
export class RawSip {
  readonly #socket: WebSocket
  readonly #heard: string[] = []
  #cseq = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#heard.push(String(data)))
    socket.on('error', () => undefined)
  }

  static async at(serverUrl: string): Promise<RawSip> {
    const socket = new WebSocket(`${serverUrl.replace('http', 'ws')}/sip`, 'sip', { origin: serverUrl })
    await once(socket, 'open')
    return new RawSip(socket)
  }

  says(text: string): void {
    this.#socket.send(text)
  }

  asks(method: string, { extension = '1', to = extension, more = [] }: RequestParts = {}): void {
    this.#cseq += 1
    this.says(
      [
        `${method} sip:${method === 'REGISTER' ? DOMAIN : `${to}@${DOMAIN}`} SIP/2.0`,
        `Via: SIP/2.0/WS ${random()}.invalid;branch=z9hG4bK${random()}`,
        'Max-Forwards: 70',
        `From: <sip:${extension}@${DOMAIN}>;tag=${random()}`,
        `To: <sip:${to}@${DOMAIN}>`,
        `Call-ID: ${random()}`,
        `CSeq: ${this.#cseq} ${method}`,
        `Contact: <sip:${extension}@${random()}.invalid;transport=ws>;expires=300`,
        ...more,
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    )
  }

  /** Resolves with the next matching message; earlier messages that do not match stay in the queue. */
  async hears(begin: RegExp): Promise<string> {
    const here = () => this.#heard.findIndex((message) => begin.test(message))
    await until(`a message like ${begin}`, () => here() >= 0)
    return this.#heard.splice(here(), 1)[0] ?? ''
  }

  /** Registers with that password as itself, or as `to`; resolves with the final status. */
  async registers(extension: string, password: string, to = extension): Promise<number> {
    this.asks('REGISTER', { extension, to })
    const challenge = await this.hears(/^SIP\/2\.0 401/)
    const proof = proofOf('REGISTER', `sip:${DOMAIN}`, { challenge, extension, password })
    this.asks('REGISTER', { extension, to, more: [`Authorization: ${proof}`] })
    return Number((await this.hears(/^SIP\/2\.0 (2|4)\d\d/)).slice(8, 11))
  }

  /** Dials a number with that password; resolves with the first status after the challenge. */
  async dials(extension: string, password: string, number: string): Promise<number> {
    this.asks('INVITE', { extension, to: number })
    const challenge = await this.hears(/^SIP\/2\.0 407/)
    const proof = proofOf('INVITE', `sip:${number}@${DOMAIN}`, { challenge, extension, password })
    this.asks('INVITE', { extension, to: number, more: [`Proxy-Authorization: ${proof}`] })
    return Number((await this.hears(/^SIP\/2\.0 \d\d\d/)).slice(8, 11))
  }

  close(): void {
    this.#socket.terminate()
  }
}

function proofOf(
  method: string,
  uri: string,
  { challenge, extension, password }: { challenge: string; extension: string; password: string },
): string {
  const nonce = /nonce="([^"]+)"/.exec(challenge)?.[1] ?? ''
  const cnonce = random()
  const [own, requestHash] = [md5(`${extension}:${DOMAIN}:${password}`), md5(`${method}:${uri}`)]
  const response = md5(`${own}:${nonce}:00000001:${cnonce}:auth:${requestHash}`)
  const who = `username="${extension}", realm="${DOMAIN}", nonce="${nonce}", uri="${uri}", response="${response}"`
  return `Digest ${who}, algorithm=MD5, qop=auth, nc=00000001, cnonce="${cnonce}"`
}
