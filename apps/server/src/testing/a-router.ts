import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ARouter extends AsyncDisposable {
  url: string
  /** Paths and queries of the questions, in the order they came. */
  asked: string[]
}

/** A router somewhere else, over HTTP, that answers as the test says. */
export async function aRouter(answer: RequestListener): Promise<ARouter> {
  const asked: string[] = []
  const http = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
