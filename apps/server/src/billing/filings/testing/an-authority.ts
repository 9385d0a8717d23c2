import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ZipFile } from 'yazl'

export interface Received {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

export type AuthorityReply = { status?: number; body: string | Buffer; headers?: Record<string, string> } | 'nothing'

/** A fake authority in this process: it records its requests and gives the configured replies. */
export class AnAuthority implements AsyncDisposable {
  readonly heard: Received[] = []
  /** Reply function by the last segment of the path. */
  readonly says = new Map<string, (request: Received) => AuthorityReply>()
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://authority')
      const { method = '', headers } = request
      const received = { method, url, headers, body: Buffer.concat(parts).toString() }
      this.heard.push(received)
      const reply = this.says.get(url.pathname.split('/').at(-1) ?? '')?.(received) ?? { status: 404, body: '' }
      if (reply === 'nothing') return response.destroy()
      response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
    })
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  asked(what: string): Received[] {
    return this.heard.filter(({ url }) => url.pathname.endsWith(`/${what}`))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Replies in the format of the tax authority. */
export const anaf = {
  taken: (index: string) => ({
    body: `${HEADER}<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202604021200" ExecutionStatus="0" index_incarcare="${index}"/>`,
  }),
  notTaken: (message: string) => ({
    body: `${HEADER}<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202604021200" ExecutionStatus="1"><Errors errorMessage="${message}"/></header>`,
  }),
  state: (state: string, download?: string) => ({
    body: `${HEADER}<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1" stare="${state}"${download ? ` id_descarcare="${download}"` : ''}/>`,
  }),
  notAnswered: (message: string) => ({
    body: `${HEADER}<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1"><Errors errorMessage="${message}"/></header>`,
  }),
  errors: (index: string, messages: readonly string[]) =>
    `${HEADER}<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="${index}" Cif_emitent="18547290">${messages
      .map((message) => `<Error errorMessage="${message}"/>`)
      .join('')}</header>`,
}

/** The archive of a verdict: the document or its errors, and the signature. */
export async function anArchive(index: string, xml: string): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(xml), `${index}.xml`)
  zip.addBuffer(Buffer.from('<Signature/>'), `semnatura_${index}.xml`)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
