import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { PROVIDER_TIMEOUT } from '../request-provider.ts'

const { budgetMs: USUAL_MS } = PROVIDER_TIMEOUT
/** Timeout for replies that a test expects, also on a machine that is slower than the product allows. */
const TIMEOUT_MS = 20_000

interface RecordedRequest {
  method: string
  url: URL
  headers: http.IncomingHttpHeaders
  body: string
}

export type Reply = (request: RecordedRequest, answer: http.ServerResponse) => void

/** Another machine whose HTTP replies the test defines. */
export async function anotherMachine(reply: Reply) {
  PROVIDER_TIMEOUT.budgetMs = TIMEOUT_MS
  const requests: RecordedRequest[] = []
  const machine = { reply }
  const server = http.createServer(async (request, answer) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    const recorded = { method, url: new URL(url, 'http://there'), headers, body }
    requests.push(recorded)
    machine.reply(recorded, answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith(next: Reply) {
      machine.reply = next
    },
    /** Restores the product's timeout. */
    isHurried() {
      PROVIDER_TIMEOUT.budgetMs = USUAL_MS
    },
    close: () =>
      new Promise<void>((closed) => {
        PROVIDER_TIMEOUT.budgetMs = USUAL_MS
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export function json(value: unknown): Reply {
  return (_request, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(value))
  }
}
