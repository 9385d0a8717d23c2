import { reportActivity } from '@dispecerat/contract/identity/accounts'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { renderPart } from '../testing/render.tsx'
import { usePresence } from './use-presence.ts'

function Present() {
  usePresence()
  return null
}

/** Opens a page whose heartbeats have the ids 501, 502, … */
function openPage() {
  const server = fakeServer()
  let beat = 500
  server.reply(reportActivity, ({ body: { isOnline } }) => {
    if (!isOnline) return { ok: true as const }
    beat += 1
    return { ok: true as const, beat }
  })
  const json = vi.spyOn(Response.prototype, 'json')
  renderPart(<Present />)
  return {
    sent: () => server.received(reportActivity).map(({ body }) => body),
    /** The page has read this many replies. */
    hasReceived: async (count: number) => {
      await vi.waitFor(() => expect(json.mock.results).toHaveLength(count))
      await Promise.all(json.mock.results.map(({ value }) => value))
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

const HELLO = { isOnline: true }
const goes = () => window.dispatchEvent(new Event('pagehide'))

test('a closing page reports which heartbeat it ends: its last one', async () => {
  const { sent, hasReceived } = openPage()
  await hasReceived(1)
  window.dispatchEvent(new Event('focus'))
  await hasReceived(2)
  goes()
  expect(sent()).toEqual([HELLO, HELLO, { isOnline: false, ends: 502 }])
})

test('a page that closes before the first reply ends no heartbeat', () => {
  const server = fakeServer()
  server.neverReply(reportActivity)
  renderPart(<Present />)
  goes()
  expect(server.received(reportActivity).map(({ body }) => body)).toEqual([HELLO, { isOnline: false, ends: 0 }])
})

test('when another window of the browser closes, this one reports at once that the user is present', async () => {
  const { sent, hasReceived } = openPage()
  await hasReceived(1)
  window.dispatchEvent(new StorageEvent('storage', { key: 'dispecerat.windowWent' }))
  expect(sent()).toEqual([HELLO, HELLO])
})
