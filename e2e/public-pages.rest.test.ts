import { makeReportToken } from '@dispecerat/contract/office/driver-reports'
import { listUsers } from '@dispecerat/contract/office/users'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const TIMEOUT_MS = 45_000

let server: DemoServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startDemo({
    env: {
      PLAY_STORE_URL: 'https://play.example/dispecerat',
      BETA_APK_URL: 'https://files.example/app.apk',
    },
  })
  browser = await launchBrowser()
  const street = await browser.newContext({ baseURL: server.url, locale: 'ro-RO', viewport: WIDE })
  page = await street.newPage()
  page.on('pageerror', (error) => console.error('page error:', error.message))
  page.setDefaultTimeout(TIMEOUT_MS)
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('a company signs up: found by its CUI, shown what is missing, and logged in at once', async () => {
  await page.goto('/')
  await heading('Înscrie-ți firma')
  await page.getByRole('button', { name: 'Începe perioada de probă' }).click()
  await page.getByText('Acordul este obligatoriu').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('enroll-cui')

  await field('CUI').fill('RO 14399841')
  await field('CUI').press('Tab')
  await page.getByText('CUI invalid: verificați cifrele').waitFor()
  await field('CUI').fill('RO 14399840')
  await field('CUI').press('Tab')
  await page.getByText('plătitor de TVA').waitFor()
  await expect.poll(() => field('Numele firmei').inputValue()).toBe('EXEMPLU TAXI SRL')
  await field('E-mail').fill('ana@exemplu.ro')
  await field('Telefon').fill('0268 123 456')
  await page.getByLabel('Parolă', { exact: true }).fill('o parola lunga')
  await field('Persoană de contact').fill('Ana Pop')
  const logo = (text: string) => ({ name: 'sigla.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(text) })
  await page.locator('input[type=file]').setInputFiles(logo('not a drawing'))
  await page.getByRole('checkbox', { name: /Sunt de acord/ }).check()
  await page.getByRole('button', { name: 'Începe perioada de probă' }).click()
  await page.getByText('Imaginea trebuie să fie PNG, JPEG sau SVG').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles(logo('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'))
  await page.getByRole('button', { name: 'Începe perioada de probă' }).click()
  await page.getByText('Contul a fost creat. Vă puteți autentifica.').waitFor()

  await page.getByRole('link', { name: 'Mergi la autentificare' }).click()
  await field('E-mail').fill('ana@exemplu.ro')
  await page.getByLabel('Parolă', { exact: true }).fill('o parola lunga')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.goto('/')
  await page.getByRole('link', { name: 'Deschide consola' }).waitFor()
})

test('the documentation is browsed, searched without diacritics, and shown alone inside an application', async () => {
  await page.goto('/documentation')
  const tree = page.getByRole('navigation', { name: 'Paginile documentației' })
  await tree.getByRole('link', { name: 'Telefonul', exact: true }).waitFor()
  await tree.getByRole('searchbox').fill('asteptare linia')
  await tree.getByRole('link', { name: 'Harta, zonele și stațiile' }).waitFor({ state: 'detached' })
  await tree.getByRole('link', { name: 'Telefonul', exact: true }).click()
  await heading('Telefonul')
  await page.goto('/docs/telefon')
  await heading('Telefonul')
  expect(await page.getByRole('navigation').count()).toBe(0)
})

test('the pictures of the handbook are drawn, and revalidated instead of loaded again', async () => {
  await page.goto('/documentation/constructor')
  const picture = page.getByRole('img', { name: /106 acceptă la secunda 19/ })
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(360)
  const file = await page.request.get('/handbook/pas-cu-pas.svg')
  expect(file.headers()).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
  const again = await page.request.get('/handbook/pas-cu-pas.svg', {
    headers: { 'if-none-match': file.headers().etag ?? '' },
  })
  expect(again.status()).toBe(304)
})

test('legal pages and unknown pages', async () => {
  await page.goto('/driver/privacy')
  await heading('Confidențialitate pentru șoferi')
  await page.getByRole('link', { name: 'Termeni de utilizare' }).click()
  await heading('Termeni de utilizare')
  await page.goto('/page/nimic')
  await heading('Pagina nu a fost găsită')
})

test('the application page: features, both stores to choose from, the file for testing; a telephone is redirected to its store', async () => {
  await page.goto('/app')
  await heading('Aplicația pentru șoferi')
  await page.getByRole('link', { name: 'Descarcă aplicația' }).click()
  const play = page.getByRole('link', { name: 'Google Play, pentru Android' })
  expect(await play.getAttribute('href')).toBe('https://play.example/dispecerat')
  await page.getByText('Aplicația va fi disponibilă în curând').waitFor()
  await page.goto('/pro')
  await page.getByRole('link', { name: 'Descarcă fișierul APK' }).waitFor()
  expect(await page.getByText('Comparați suma de control').count(), 'no checksum is told').toBe(0)

  const pocket = await browser.newContext({
    baseURL: server.url,
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8)',
  })
  const phone = await pocket.newPage()
  await phone.route('https://play.example/**', (route) => route.fulfill({ body: 'magazin' }))
  await phone.goto('/download')
  await phone.waitForURL('https://play.example/dispecerat')
  await pocket.close()
})

test("a driver's trips are shown to holders of the link, and to nobody without it", async () => {
  const boss = await createApiClient(server.url, 'manager@demo.ro')
  const [driver] = (await boss.request(listUsers, { query: { roles: ['driver'] } })).data
  const period = { from: '2020-01-01 00:00:00', to: '2020-02-01 00:00:00' }
  const { path } = (await boss.request(makeReportToken, { params: { id: driver?.id ?? 0 }, body: period })).data
  await page.goto(path)
  await heading('Istoricul curselor')
  await page.getByText('Nicio cursă în această perioadă.').waitFor()
  await page.goto(`${path}x`)
  await page.getByText('Legătura nu mai este valabilă.').waitFor()
})

test('an administrator writes a page, publishes it, and restores an earlier version', async () => {
  const { page: workspacePage } = await openWorkspace(browser, { address: server.url, email: 'admin@demo.ro' })
  workspacePage.setDefaultTimeout(TIMEOUT_MS)
  await workspacePage.goto('/content')
  await workspacePage
    .getByRole('table', { name: 'Conținut' })
    .getByRole('link', { name: 'Telefonul', exact: true })
    .waitFor()
  await workspacePage.getByRole('link', { name: '+ Adaugă' }).click()
  await workspacePage.getByRole('textbox', { name: 'Titlu', exact: true }).fill('Ghid de noapte')
  await workspacePage.keyboard.press('Tab')
  await expect.poll(() => workspacePage.getByRole('textbox', { name: 'Adresă' }).inputValue()).toBe('ghid-de-noapte')
  const text = workspacePage.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Prima variantă')
  await workspacePage.getByRole('switch', { name: /Publicată/ }).check({ force: true })
  await workspacePage.keyboard.press('Control+s')
  await workspacePage.waitForURL(/\/content\/\d+$/)
  // The URL changes first: the new page may still be open.
  await workspacePage.getByRole('heading', { name: 'Ghid de noapte', level: 1, exact: true }).waitFor()
  await text.filter({ hasText: 'Prima variantă' }).waitFor()
  await text.fill('A doua variantă')
  // The key saves once the page knows of the change, which the editor reports a moment later.
  await workspacePage.getByRole('status').filter({ hasText: 'modificare nesalvată' }).waitFor()
  await workspacePage.keyboard.press('Control+s')
  await workspacePage.getByRole('button', { name: 'Compară cu ce scrie acum' }).click()
  await workspacePage.getByRole('button', { name: 'Pune din nou această versiune' }).click()
  await text.filter({ hasText: 'Prima variantă' }).waitFor()
  await page.goto('/documentation/ghid-de-noapte')
  await heading('Ghid de noapte')
  await page.getByText('Prima variantă').waitFor()
  await workspacePage.context().close()
})
