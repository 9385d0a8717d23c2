import { createContent, listContent } from '@dispecerat/contract/content'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk } from './console-browser.ts'
import { type DemoServer, startDemo } from './demo-server.ts'
import { keepToasts } from './toasts.ts'

let server: DemoServer
let browser: Browser
let house: ApiDesk
let page: Page
let ofHouse: Page

beforeAll(async () => {
  server = await startDemo()
  house = await apiDesk(server.url, 'admin@demo.ro')
  browser = await launchBrowser()
  page = (await openDesk(browser, { address: server.url, email: 'manager@demo.ro' })).page
  ofHouse = (await openDesk(browser, { address: server.url, email: 'admin@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('a typed phone or name stands in no address: not of the page, not of what is asked', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const [path, table] of [
    ['/users/client', 'Clienți'],
    ['/cars', 'Transport'],
    ['/devices', 'Dispozitive'],
    ['/finances/sold', null],
  ] as const) {
    await page.goto(path)
    await page.locator('tbody tr[data-row]').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('zzz Ileana 0744123987')
    await page.getByText('Nimic de afișat.').waitFor()
    if (table) await page.getByRole('table', { name: table }).waitFor()
    await page.reload()
    await page.getByText('Nimic de afișat.').waitFor()
    expect(await page.locator('.table-search input').inputValue()).toBe('zzz Ileana 0744123987')
    expect(page.url()).not.toMatch(/Ileana|0744/)
  }
  expect(asked.filter((url) => /Ileana|0744/.test(url))).toEqual([])
  expect(asked.filter((url) => url.endsWith('/api/cars/search')).length).toBeGreaterThan(0)
})

test('the phones of the demo stand in their list', async () => {
  await page.goto('/devices')
  await page.getByRole('table', { name: 'Dispozitive' }).getByRole('link', { name: 'iPhone 12' }).first().waitFor()
})

test('every page of settings has the menu of settings beside it, the profile too', async () => {
  for (const path of ['/settings/company', '/settings/account', '/settings/partners', '/settings/permissions']) {
    await page.goto(path)
    const menu = page.locator('nav.settings-nav')
    await menu.getByRole('link', { name: 'Tarife' }).waitFor()
    await menu.locator(`a[href="${path}"][aria-current="page"]`).waitFor()
  }
})

test('the house chooses whose settings it sees, and whom an announcement is for', async () => {
  await ofHouse.goto('/settings/orders')
  const choice = ofHouse.getByRole('combobox', { name: 'Compania' })
  await choice.selectOption({ label: 'Curier Demo' })
  await ofHouse.waitForURL(/company=2/)
  await ofHouse.goto('/announcements')
  await ofHouse.getByRole('button', { name: '+ Anunț' }).click()
  await ofHouse.getByRole('dialog').getByLabel('Compania').selectOption({ label: 'Restaurant Demo' })
})

test('an incident the house writes down lies in no company until one is chosen', async () => {
  await ofHouse.goto('/incidents')
  await ofHouse.getByRole('button', { name: '+ Incident' }).click()
  const form = ofHouse.getByRole('dialog', { name: 'Incident nou' })
  const company = form.getByRole('combobox', { name: 'Compania' })
  await expect.poll(() => company.locator('option').count()).toBeGreaterThan(2)
  expect(await company.inputValue()).toBe('')
  await form.getByLabel('Ce s-a întâmplat').fill('Geantă uitată')
  await form.getByRole('button', { name: 'Înregistrează' }).click()
  await form.getByText('Alegeți compania').waitFor()
  await company.selectOption({ label: 'Curier Demo' })
  await form.getByRole('button', { name: 'Înregistrează' }).click()
  await form.waitFor({ state: 'detached' })
  await ofHouse.getByRole('row').filter({ hasText: 'Geantă uitată' }).waitFor()
})

test('choosing a page instead of documentation changes both fields, and the history says so in words', async () => {
  const { data: made } = await house.call(createContent, {
    body: {
      url: 'proba-de-istoric',
      type: 'documentation',
      title: 'Probă',
      content: '<p>unu</p>',
      is_published: false,
    },
  })
  await ofHouse.goto(`/content/${made.id}`)
  await ofHouse.getByLabel('Fel', { exact: true }).selectOption('page')
  await ofHouse.getByLabel('Ordine', { exact: false }).first().fill('7')
  await ofHouse.keyboard.press('Control+s')
  await expect
    .poll(async () => (await house.call(listContent, { query: { search: 'Probă' } })).data[0]?.type)
    .toBe('page')
  const history = ofHouse.locator('.change-list')
  await history
    .getByText(/^Ordine: /)
    .first()
    .waitFor()
  expect(await history.innerText()).not.toMatch(/menuOrder|menu_order|isPublished|parentId|documentation/)
})

test.each([
  [1440, 900],
  [1280, 720],
] as const)('a long text leaves the undo button whole at %i × %i', async (width, height) => {
  await ofHouse.setViewportSize({ width, height })
  const { data: made } = await house.call(createContent, {
    body: { url: `de-sters-${width}`, type: 'page', title: 'De șters', content: '<p>x</p>', is_published: false },
  })
  await ofHouse.goto(`/content/${made.id}`)
  await ofHouse.getByRole('button', { name: 'Șterge pagina' }).click()
  await keepToasts(ofHouse)
  await ofHouse.getByRole('dialog').getByRole('button', { name: 'Șterge pagina' }).click()
  const undo = ofHouse.getByRole('button', { name: 'Anulează ștergerea' })
  await undo.waitFor()
  // As long a text as any screen says, beside the button that stands there.
  await ofHouse.locator('.toast-act > span').evaluate((span) => {
    span.textContent =
      'Comanda Strada Lungă 212 bis, scara B, Brașov a fost ștearsă din listă și șoferul a fost anunțat. '.repeat(2)
  })
  const box = await undo.boundingBox()
  const toast = await ofHouse.locator('.mantine-Notification-root').first().boundingBox()
  if (!box || !toast) throw new Error('the toast has gone')
  expect(box.x).toBeGreaterThanOrEqual(toast.x)
  expect(box.x + box.width).toBeLessThanOrEqual(toast.x + toast.width)
  expect(box.y).toBeGreaterThanOrEqual(toast.y)
  expect(box.y + box.height).toBeLessThanOrEqual(toast.y + toast.height)
  await undo.click()
})

test('a long period asks first and says how much it holds', async () => {
  const now = Date.now()
  const day = (before: number) => new Date(now - before * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/reports/orders?from=${day(59)} 00:00:00&to=${day(0)} 23:59:59`)
  await page.getByText(/Perioada are 60 de zile\. Cuprinde cam [\d.]+ (de )?comenzi; tabelul CSV/).waitFor()
  expect(await page.locator('.book-rows').count()).toBe(0)
  await page.getByRole('button', { name: 'Arată raportul' }).click()
  await page.locator('.book-rows').waitFor()
})
