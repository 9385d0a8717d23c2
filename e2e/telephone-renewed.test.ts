import { readOwnMeta, whoAmI } from '@dispecerat/contract/identity/accounts'
import { renewSipPassword } from '@dispecerat/contract/telephony/telephone-admin'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient } from './api/api-client.ts'
import { launchBrowser, liveAfter, openWorkspace } from './browser/console-browser.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startDemo()
  browser = await launchBrowser({ withTelephone: true })
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('after a password change the telephone registers again by itself, while the page stays open', async () => {
  const registered = page.getByRole('button', { name: 'Telefon: înregistrat' })
  await liveAfter(page, () => page.goto('/operator/order/0'))
  await registered.waitFor()
  const own = await createApiClient(server.url, 'dispecer@demo.ro')
  const manager = await createApiClient(server.url, 'manager@demo.ro')
  const { id } = (await own.request(whoAmI)).data
  const registersAnew = page
    .waitForEvent('websocket', (socket) => new URL(socket.url()).pathname === '/sip')
    .then((line) =>
      line.waitForEvent('framereceived', ({ payload }) => /^SIP\/2\.0 200 OK[\s\S]*REGISTER/.test(String(payload))),
    )
  const requested = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/account/meta')
  const { data } = await manager.request(renewSipPassword, { params: { id } })
  const meta = (await (await requested).json()) as { data: { key: string; value: string }[] }
  expect(meta.data).toContainEqual({ key: 'sipPassword', value: data.password })
  await registersAnew
  await registered.waitFor()
  expect((await own.request(readOwnMeta)).data).toContainEqual({ key: 'sipPassword', value: data.password })
  // The password is only in the page's memory.
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
  expect(stored).toContain('dispecerat.session')
  expect(stored).not.toContain(data.password)
})
