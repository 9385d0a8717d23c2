import http from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  method: string
  url: URL
  headers: http.IncomingHttpHeaders
  body: string
}

export type Reply = (asked: Asked, answer: http.ServerResponse) => void

/** Another machine that answers over HTTP as the test says. */
export async function anotherMachine(reply: Reply) {
  const heard: Asked[] = []
  const machine = { reply }
  const server = http.createServer(async (request, answer) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    const asked = { method, url: new URL(url, 'http://there'), headers, body }
    heard.push(asked)
    machine.reply(asked, answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    answerWith(next: Reply) {
      machine.reply = next
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export function json(value: unknown): Reply {
  return (_asked, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(value))
  }
}
