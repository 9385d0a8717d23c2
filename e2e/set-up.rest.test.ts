import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, SMALL } from './browser/console-browser.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { type RunningServer, startServer } from './servers/running-server.ts'

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer({ isFirst: true })
  browser = await launchBrowser({ drawsMaps: true })
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('the link of a fresh production server creates the first administrator and logs them in', async () => {
  const link = /https?:\S+\/set-up#\S+/.exec(server.stdout())?.[0]
  if (!link) throw new Error(`no link was printed:\n${server.stdout()}`)
  const page = await (await browser.newContext({ locale: 'ro-RO', viewport: SMALL })).newPage()
  const { pathname, hash } = new URL(link)
  await page.goto(`${server.url}${pathname}${hash}`)
  await typeFirstAccount(page, 'parola-lunga')
  await page.waitForURL('**/dashboard')
  expect(page.url()).not.toContain('#')
  await page.getByText('Mihai Popa').first().waitFor()
  await looksRightOn(page, 'dashboard-of-an-empty-house')
})

async function typeFirstAccount(page: Page, password: string) {
  await page.getByLabel('Nume').fill('Mihai Popa')
  await page.getByLabel('E-mail').fill('mihai@taxi.ro')
  await page.getByLabel('Parolă', { exact: true }).fill(password)
  await page.getByLabel('Parola încă o dată').fill(password)
  await page.getByRole('button', { name: 'Creează contul' }).click()
}
