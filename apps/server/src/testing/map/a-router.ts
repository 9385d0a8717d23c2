import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FOR_A_LINE, FOR_DISTANCES } from '../../adapters/routing/request-over-http.ts'

const TIMEOUT_MS = 20_000

export interface ARouter extends AsyncDisposable {
  url: string
  /** Paths and query strings, in the order of the requests. */
  requestedUrls: string[]
}

/** A routing service over HTTP whose replies the test defines. */
export async function aRouter(answer: RequestListener): Promise<ARouter> {
  const requestedUrls: string[] = []
  const http = createServer((request, response) => {
    requestedUrls.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    requestedUrls,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** Like `aRouter`, with the product's time budgets raised, so that a busy machine does not make the product give up on a reply. */
export async function aPatientRouter(answer: RequestListener): Promise<ARouter> {
  const router = await aRouter(answer)
  const usual = [FOR_DISTANCES.budgetMs, FOR_A_LINE.budgetMs] as const
  FOR_DISTANCES.budgetMs = TIMEOUT_MS
  FOR_A_LINE.budgetMs = TIMEOUT_MS
  return {
    ...router,
    [Symbol.asyncDispose]: async () => {
      ;[FOR_DISTANCES.budgetMs, FOR_A_LINE.budgetMs] = usual
      await router[Symbol.asyncDispose]()
    },
  }
}
