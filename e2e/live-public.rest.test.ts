import { changePublicMap, listPublicMaps } from '@dispecerat/contract/site/public-map'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }

let server: DemoServer
let browser: Browser
let boss: ApiClient
let phone: TestDriverPhone
let street: BrowserContext
let page: Page
let companyId: number

beforeAll(async () => {
  server = await startDemo()
  boss = await createApiClient(server.url, 'manager@demo.ro')
  companyId = (await boss.request(listPublicMaps)).data[0]?.company_id ?? 0
  phone = await aPhone(server.url, 'sofer101@demo.ro', SQUARE)
  browser = await launchBrowser({ drawsMaps: true })
  street = await browser.newContext({
    baseURL: server.url,
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    viewport: WIDE,
  })
  page = await street.newPage()
})

afterAll(async () => {
  await browser?.close()
  await phone?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** A position older than two minutes is not shown, and a slow machine may take that long. */
async function open(address: string) {
  phone.standAt(SQUARE)
  await page.goto(address)
  await page.getByRole('region', { name: 'Harta mașinilor' }).locator('canvas').waitFor()
}

const show = (isPublic: boolean) =>
  boss.request(changePublicMap, { body: { company_id: companyId, public_live: isPublic } })

test('cars are public only after the company allows it on its panel, which shows the addresses to share', async () => {
  await show(false)
  await open(`/live?company=${companyId}`)
  await page.getByText('Această companie nu își arată mașinile pe hartă.').waitFor()

  const { page: workspacePage } = await openWorkspace(browser, {
    address: server.url,
    email: 'manager@demo.ro',
    at: '/dashboard',
  })
  const panel = workspacePage.getByRole('region', { name: 'Hartă publică' })
  const isShown = panel.getByRole('switch', { name: /Arată tuturor/ })
  await isShown.focus()
  await workspacePage.keyboard.press('Space')
  await waitForToast(workspacePage, 'Mașinile se văd acum pe harta publică.')
  await expect.poll(() => isShown.isChecked()).toBe(true)
  const address = await panel.getByRole('textbox', { name: 'Legătura pentru ecran mare' }).inputValue()
  expect(address).toBe(`${server.url}/live?company=${companyId}&kiosk=1`)
  await panel.scrollIntoViewIfNeeded()
  await workspacePage.context().close()
})

test('visitors see the cars, without a menu, without names, and in numbers for screen readers', async () => {
  await show(true)
  await open('/live')
  await page.getByRole('list', { name: 'Legendă' }).getByText('libere').waitFor()
  await page.getByText(/^actualizat acum \d+ s$/).waitFor()
  for (const landmark of ['navigation', 'banner', 'contentinfo'] as const)
    expect(await page.getByRole(landmark).count()).toBe(0)
  const table = page.getByRole('region', { name: 'Mașini pe părți ale orașului' })
  await expect
    .poll(async () => (await table.getByRole('cell').allInnerTexts()).reduce((sum, n) => sum + Number(n), 0))
    .toBe(1)
})

test('a big screen has no buttons', async () => {
  await open(`/live?company=${companyId}&kiosk=1`)
  await page.getByText(/^actualizat acum \d+ s$/).waitFor()
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
})

test('a lost server is reported, and reconnected to by itself', async () => {
  await open('/live')
  await page.getByText(/^actualizat acum \d+ s$/).waitFor()
  await intercept(page, '**/api/live/positions*', (route) => route.abort())
  // Coming back online makes the page poll at once.
  await street.setOffline(true)
  await street.setOffline(false)
  const lost = page.getByText('Fără legătură cu serverul. Se reîncearcă singur…')
  // At the latest the next poll, 25 s later, fails.
  await lost.waitFor({ timeout: 60_000 }).finally(() => page.unroute('**/api/live/positions*'))
  await lost.waitFor({ state: 'detached', timeout: 60_000 })
})
