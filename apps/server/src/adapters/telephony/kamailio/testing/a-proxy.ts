import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'

/** A fake Kamailio: its stream and its JSON-RPC, on real sockets. */
export interface AProxy extends AsyncDisposable {
  at: { events: { host: string; port: number }; rpcUrl: string }
  /** Sends this text to the connected listeners, unchanged. */
  tell(text: string): void
  /** Lines the listener wrote. */
  commands: string[]
  /** Requests of JSON-RPC, and the answer of each method. */
  questions: { method: string; params: unknown[] }[]
  answers: Map<string, unknown>
  listeners(): number
  /** Cuts all streams; with `forGood` new ones are refused. */
  cut(forGood?: boolean): void
}

export async function aProxy(): Promise<AProxy> {
  const commands: string[] = []
  const questions: AProxy['questions'] = []
  const answers = new Map<string, unknown>([
    ['dlg.list', []],
    ['htable.dump', []],
  ])
  const sockets = new Set<net.Socket>()
  let isOpen = true
  const events = net.createServer((socket) => {
    if (!isOpen) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.on('data', (data) => commands.push(...data.toString().trim().split('\n')))
  })
  const rpc = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, params } = JSON.parse(Buffer.concat(chunks).toString()) as { method: string; params: unknown[] }
    questions.push({ method, params })
    response.setHeader('content-type', 'application/json')
    const result = answers.get(method) ?? {}
    response.end(JSON.stringify(result instanceof Error ? { error: { message: result.message } } : { result }))
  })
  for (const server of [events, rpc]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const portOf = (server: net.Server) => (server.address() as net.AddressInfo).port
  return {
    at: { events: { host: '127.0.0.1', port: portOf(events) }, rpcUrl: `http://127.0.0.1:${portOf(rpc)}/RPC` },
    commands,
    questions,
    answers,
    tell: (text) => {
      for (const socket of sockets) socket.write(text)
    },
    listeners: () => sockets.size,
    cut: (forGood = false) => {
      isOpen = !forGood
      for (const socket of sockets) socket.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      rpc.closeAllConnections()
      await Promise.all([events, rpc].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
