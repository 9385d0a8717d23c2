import { createContent, listContent } from '@dispecerat/contract/content'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk, SMALL, WIDE } from './console-browser.ts'
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

test('a typed phone or name stands in no address, not of the page and not of a request, and survives a reload', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/cars')
  await page.locator('tbody tr[data-row]').first().waitFor()
  // Typing that pauses is searched for too, and finds as little.
  const isAsked = page.waitForRequest((request) => request.postData()?.includes('zzz Ileana 0744123987') ?? false)
  await page.keyboard.press('/')
  await page.keyboard.type('zzz Ileana 0744123987')
  await isAsked
  await page.getByText('Nimic de afișat.').waitFor()
  await page.reload()
  await page.getByText('Nimic de afișat.').waitFor()
  expect(await page.locator('.table-search input').inputValue()).toBe('zzz Ileana 0744123987')
  expect(page.url()).not.toMatch(/Ileana|0744/)
  expect(asked.filter((url) => /Ileana|0744/.test(url))).toEqual([])
  expect(asked.filter((url) => url.endsWith('/api/cars/search')).length).toBeGreaterThan(0)
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
  const { data: made } = await house.request(createContent, {
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
    .poll(async () => (await house.request(listContent, { query: { search: 'Probă' } })).data[0]?.type)
    .toBe('page')
  const history = ofHouse.locator('.change-list')
  await history
    .getByText(/^Ordine: /)
    .first()
    .waitFor()
  expect(await history.innerText()).not.toMatch(/menuOrder|menu_order|isPublished|parentId|documentation/)
})

test('a long text leaves the undo button whole at 1440 × 900 and 1280 × 720', async () => {
  const { data: made } = await house.request(createContent, {
    body: { url: 'de-sters', type: 'page', title: 'De șters', content: '<p>x</p>', is_published: false },
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
  for (const size of [WIDE, SMALL]) {
    await ofHouse.setViewportSize(size)
    const box = await undo.boundingBox()
    const toast = await ofHouse.locator('.mantine-Notification-root').first().boundingBox()
    if (!box || !toast) throw new Error('the toast has gone')
    expect(box.x).toBeGreaterThanOrEqual(toast.x)
    expect(box.x + box.width).toBeLessThanOrEqual(toast.x + toast.width)
    expect(box.y).toBeGreaterThanOrEqual(toast.y)
    expect(box.y + box.height).toBeLessThanOrEqual(toast.y + toast.height)
  }
  await undo.click()
})
