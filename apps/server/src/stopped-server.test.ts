import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { aServer } from './testing/a-server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('keeps nothing of a server that was stopped', async () => {
  const http = await httpOfStoppedServer()

  const isReleased = () => {
    collectGarbage()
    return http.deref() === undefined
  }
  await expect.poll(isReleased).toBe(true)
})

/** In a function of its own, so that no variable of the test holds the server. */
async function httpOfStoppedServer(): Promise<WeakRef<object>> {
  const server = await aServer()
  await server.stop()
  return new WeakRef(server.http)
}
