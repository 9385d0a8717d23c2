import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { aServer } from '../../testing/a-server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('a stopped server can be garbage collected', async () => {
  const http = await httpOfStoppedServer()

  const isReleased = () => {
    collectGarbage()
    return http.deref() === undefined
  }
  await expect.poll(isReleased).toBe(true)
})

/** A function of its own, so that no variable of the test references the server. */
async function httpOfStoppedServer(): Promise<WeakRef<object>> {
  const server = await aServer()
  await server.stop()
  return new WeakRef(server.http)
}
