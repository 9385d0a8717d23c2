import { createContent, listContent } from '@dispecerat/contract/site/content'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, SMALL, WIDE } from './browser/console-browser.ts'
import { keepToasts } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let installation: ApiClient
let page: Page
let ofPlatform: Page

beforeAll(async () => {
  server = await startDemo()
  installation = await createApiClient(server.url, 'admin@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
  ofPlatform = (await openWorkspace(browser, { address: server.url, email: 'admin@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('a typed phone or name is in no URL, of the page or of a request, and survives a reload', async () => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/cars')
  await page.locator('tbody tr[data-row]').first().waitFor()
  // A pause in typing starts a search too, which finds as little.
  const isRequested = page.waitForRequest((request) => request.postData()?.includes('zzz Ileana 0744123987') ?? false)
  await page.keyboard.press('/')
  await page.keyboard.type('zzz Ileana 0744123987')
  await isRequested
  await page.getByText('Nimic de afișat.').waitFor()
  await page.reload()
  await page.getByText('Nimic de afișat.').waitFor()
  expect(await page.locator('.table-search input').inputValue()).toBe('zzz Ileana 0744123987')
  expect(page.url()).not.toMatch(/Ileana|0744/)
  expect(requested.filter((url) => /Ileana|0744/.test(url))).toEqual([])
  expect(requested.filter((url) => url.endsWith('/api/cars/search')).length).toBeGreaterThan(0)
})

test('a platform administrator chooses whose settings are shown, and whom an announcement is for', async () => {
  await ofPlatform.goto('/settings/orders')
  const choice = ofPlatform.getByRole('combobox', { name: 'Compania' })
  await choice.selectOption({ label: 'Curier Demo' })
  await ofPlatform.waitForURL(/company=2/)
  await ofPlatform.goto('/announcements')
  await ofPlatform.getByRole('button', { name: '+ Anunț' }).click()
  await ofPlatform.getByRole('dialog').getByLabel('Compania').selectOption({ label: 'Restaurant Demo' })
})

test('an incident recorded by a platform administrator belongs to no company until one is chosen', async () => {
  await ofPlatform.goto('/incidents')
  await ofPlatform.getByRole('button', { name: '+ Incident' }).click()
  const form = ofPlatform.getByRole('dialog', { name: 'Incident nou' })
  const company = form.getByRole('combobox', { name: 'Compania' })
  await expect.poll(() => company.locator('option').count()).toBeGreaterThan(2)
  expect(await company.inputValue()).toBe('')
  await form.getByLabel('Ce s-a întâmplat').fill('Geantă uitată')
  await form.getByRole('button', { name: 'Înregistrează' }).click()
  await form.getByText('Alegeți compania').waitFor()
  await company.selectOption({ label: 'Curier Demo' })
  await form.getByRole('button', { name: 'Înregistrează' }).click()
  await form.waitFor({ state: 'detached' })
  await ofPlatform.getByRole('row').filter({ hasText: 'Geantă uitată' }).waitFor()
})

test('choosing a page instead of documentation changes both fields, and the history says so', async () => {
  const { data: made } = await installation.request(createContent, {
    body: {
      url: 'proba-de-istoric',
      type: 'documentation',
      title: 'Probă',
      content: '<p>unu</p>',
      is_published: false,
    },
  })
  await ofPlatform.goto(`/content/${made.id}`)
  await ofPlatform.getByLabel('Fel', { exact: true }).selectOption('page')
  await ofPlatform.getByLabel('Ordine', { exact: false }).first().fill('7')
  await ofPlatform.keyboard.press('Control+s')
  await expect
    .poll(async () => (await installation.request(listContent, { query: { search: 'Probă' } })).data[0]?.type)
    .toBe('page')
  const history = ofPlatform.locator('.change-list')
  await history
    .getByText(/^Ordine: /)
    .first()
    .waitFor()
  expect(await history.innerText()).not.toMatch(/menuOrder|menu_order|isPublished|parentId|documentation/)
})

test('a long text leaves the undo button visible at 1440 × 900 and 1280 × 720', async () => {
  const { data: made } = await installation.request(createContent, {
    body: { url: 'de-sters', type: 'page', title: 'De șters', content: '<p>x</p>', is_published: false },
  })
  await ofPlatform.goto(`/content/${made.id}`)
  await ofPlatform.getByRole('button', { name: 'Șterge pagina' }).click()
  await keepToasts(ofPlatform)
  await ofPlatform.getByRole('dialog').getByRole('button', { name: 'Șterge pagina' }).click()
  const undo = ofPlatform.getByRole('button', { name: 'Anulează ștergerea' })
  await undo.waitFor()
  // The longest text of any toast, beside its button.
  await ofPlatform.locator('.toast-act > span').evaluate((span) => {
    span.textContent =
      'Comanda Strada Lungă 212 bis, scara B, Brașov a fost ștearsă din listă și șoferul a fost anunțat. '.repeat(2)
  })
  for (const size of [WIDE, SMALL]) {
    await ofPlatform.setViewportSize(size)
    const box = await undo.boundingBox()
    const toast = await ofPlatform.locator('.mantine-Notification-root').first().boundingBox()
    if (!box || !toast) throw new Error('the toast has gone')
    expect(box.x).toBeGreaterThanOrEqual(toast.x)
    expect(box.x + box.width).toBeLessThanOrEqual(toast.x + toast.width)
    expect(box.y).toBeGreaterThanOrEqual(toast.y)
    expect(box.y + box.height).toBeLessThanOrEqual(toast.y + toast.height)
  }
  await undo.click()
})
