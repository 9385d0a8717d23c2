import { whoAmI } from '@dispecerat/contract/identity/accounts'
import type { ClientView } from '@dispecerat/contract/orders/clients'
import { createOrder, editPlace, readOrder, removePlace } from '@dispecerat/contract/orders/orders'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { requestAtOnce } from './browser/at-once.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { clientsWithAnAddress, nth } from './fixtures/known-clients.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from './servers/running-server.ts'

let dataDir: DataDir
let server: RunningServer
let browser: Browser
/** Pages of the two dispatchers, and their API clients. */
let [hers, his]: Page[] = []
let [maria, mihai]: ApiClient[] = []
let [herName, hisName] = ['', '']
let known: ClientView[]

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  maria = await createApiClient(server.url, 'dispecer@demo.ro')
  mihai = await createApiClient(server.url, 'dispecer2@demo.ro')
  herName = (await maria.request(whoAmI)).data.name ?? ''
  hisName = (await mihai.request(whoAmI)).data.name ?? ''
  known = await clientsWithAnAddress(maria, 4)
  browser = await launchBrowser()
  hers = (await openWorkspace(browser, { address: server.url, fetchesAhead: true })).page
  his = (await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro', fetchesAhead: true })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

test('the second dispatcher sees at once who is there, and edits only after taking over or when alone', async () => {
  const id = await placed(3)
  const { first, second } = await bothIn(id)
  const name = first === hers ? herName : hisName
  await second.getByText(`${name} are comanda deschisă`, { exact: true }).waitFor()
  expect(await pencil(second, 'Observații').getAttribute('aria-disabled')).toBe('true')
  expect(await pencil(first, 'Observații').getAttribute('aria-disabled')).toBeNull()
  await first.goto('/dashboard')
  await anyway(second).waitFor({ state: 'detached' })
  await colleagues(second).getByText(name).waitFor({ state: 'detached' })
  await pencil(second, 'Observații').click()
  await field(second, 'Observații').waitFor()
  await second.keyboard.press('Escape')

  await first.goto(`/operator/order/${id}`)
  await anyway(first).focus()
  await first.keyboard.press('Enter')
  await anyway(first).waitFor({ state: 'detached' })
  await pencil(first, 'Observații').click()
  await field(first, 'Observații').waitFor()
})

test('both edit one order: another field appears at once; the same field is saved on confirmation or taken over', async () => {
  const [she, he] = pages()
  const id = await placed(1)
  await bothChange(id)
  await pencil(she, 'Observații').click()
  await field(she, 'Observații').fill('Sună la interfon')
  await pencil(he, 'Nume client').click()
  await field(he, 'Nume client').fill('Doamna Popa')
  await he.keyboard.press('Enter')
  await waitForToast(he, 'Nume client actualizat')

  await order(she).getByText('Doamna Popa').first().waitFor()
  expect(await field(she, 'Observații').inputValue()).toBe('Sună la interfon')
  await field(she, 'Observații').press('Enter')
  await waitForToast(she, 'Observatii actualizate')
  expect(await read(id)).toMatchObject({ name: 'Doamna Popa', about_client: 'Sună la interfon' })

  await order(he).getByText('Sună la interfon').first().waitFor()
  for (const [page, text] of [
    [she, 'Bloc nou'],
    [he, 'Bloc vechi'],
  ] as const) {
    await pencil(page, 'Observații').click()
    await field(page, 'Observații').fill(text)
  }
  await field(he, 'Observații').press('Enter')
  await waitForToast(he, 'Observatii actualizate')
  await she
    .getByRole('alert')
    .getByText(new RegExp(`${hisName} a schimbat „.*” în „Bloc vechi”`))
    .waitFor()
  expect(await field(she, 'Observații').inputValue()).toBe('Bloc nou')
  await field(she, 'Observații').press('Enter')
  await she.getByRole('button', { name: 'Salvează ce am tastat' }).and(she.locator(':focus')).waitFor()
  expect((await read(id)).about_client).toBe('Bloc vechi')
  await she.keyboard.press('Enter')
  await waitForToast(she, 'Observatii actualizate')
  expect((await read(id)).about_client).toBe('Bloc nou')

  await pencil(she, 'Nume client').click()
  await field(she, 'Nume client').fill('Ana')
  await pencil(he, 'Nume client').click()
  await field(he, 'Nume client').fill('Elena')
  await he.keyboard.press('Enter')
  await she.getByRole('button', { name: 'Ia noua valoare' }).click()
  await order(she).getByText('Elena').first().waitFor()
  expect((await read(id)).name).toBe('Elena')
})

test('an address deleted while it is edited keeps the typed text, and is added again on saving', async () => {
  const [she] = pages()
  const id = await placed(3, 2)
  await she.goto(`/operator/order/${id}`)
  await she.getByRole('button', { name: 'Modifică adresa B' }).click()
  const detail = she.getByLabel('Obs. adresă B')
  await detail.fill('la poarta verde')
  const { places } = await read(id)
  const [pickup, destination] = places
  await mihai?.request(removePlace, { params: { id, placeId: destination?.id ?? 0 } })
  await she.getByText(`Adresa a fost ștearsă între timp de ${hisName}`).waitFor()
  expect(await detail.inputValue()).toBe('la poarta verde')
  await detail.press('Enter')
  await waitForToast(she, 'Adresa actualizata')
  const now = (await read(id)).places
  expect(now.map(({ name }) => name)).toEqual([pickup?.name, destination?.name])
  expect(now[1]?.comment).toBe('la poarta verde')

  await she.getByRole('button', { name: 'Modifică adresa A' }).click()
  await she.getByLabel('Obs. adresă A').fill('colț')
  const body = { name: pickup?.name ?? '', lat: pickup?.lat ?? 0, long: pickup?.long ?? 0, comment: 'în spate' }
  await mihai?.request(editPlace, { params: { id, placeId: pickup?.id ?? 0 }, body })
  await she.getByRole('alert').getByText('în spate').first().waitFor()
  await she.getByRole('button', { name: 'Ia noua valoare' }).click()
  await order(she).getByText('în spate').waitFor()
})

test("both cancel at the same moment: one succeeds, the other sees the order's state", async () => {
  const [she, he] = pages()
  const id = await searched(0)
  for (const page of [she, he]) {
    await page.goto(`/operator/order/${id}`)
    await action(page, 'Anulează').click()
    await page.getByRole('button', { name: 'Anulează comanda' }).waitFor()
  }
  // Both press before either receives the other's event.
  const letGo = await requestAtOnce([she, he], '**/api/orders/*/cancel', 2)
  for (const page of [she, he]) await keepToasts(page)
  await together(she, he, (page) => page.getByRole('button', { name: 'Anulează comanda' }).click())
  await oneOf(she, he, 'Order canceled', 'Comanda este în altă stare; acțiunea nu mai este posibilă')
  await letGo()
  for (const page of [she, he]) await badge(page, 'Anulat').waitFor()
})

test('the server dies and comes back: the typed text is there, and so are the colleagues', async () => {
  const [she, he] = pages()
  const id = await placed(0)
  await bothChange(id)
  await colleagues(she).getByText(`${hisName} este aici`).waitFor()
  await pencil(she, 'Observații').click()
  await field(she, 'Observații').fill('Are bagaje mari')
  await colleagues(he).getByText(`${herName} modifică`).waitFor()

  const { port } = server
  await server.kill9()
  await she.getByText('Conexiune pierdută').waitFor()
  server = await startServer({ dataDir, port, env: { DEMO: 'on' } })
  await colleagues(he).getByText(`${herName} modifică`).waitFor()
  await colleagues(she).getByText(`${hisName} este aici`).waitFor()
  expect(await field(she, 'Observații').inputValue()).toBe('Are bagaje mari')
  await field(she, 'Observații').press('Enter')
  await order(he).getByText('Are bagaje mari').waitFor()
  await colleagues(he).getByText(`${herName} este aici`).waitFor()
})

function pages(): [Page, Page] {
  if (!hers || !his) throw new Error('nobody sits at the desk')
  return [hers, his]
}

/** The dispatcher who came second cannot edit until taking over. */
async function bothIn(id: number): Promise<{ first: Page; second: Page }> {
  const [she, he] = pages()
  for (const page of [she, he]) await page.goto(`/operator/order/${id}`)
  const locked = async (page: Page) => (await anyway(page).count()) > 0
  await expect.poll(async () => (await locked(she)) !== (await locked(he))).toBe(true)
  return (await locked(he)) ? { first: she, second: he } : { first: he, second: she }
}

async function bothChange(id: number): Promise<void> {
  const { second } = await bothIn(id)
  await anyway(second).click()
}

const anyway = (page: Page) => page.getByRole('button', { name: 'Modific totuși' })
const order = (page: Page) => page.getByRole('region', { name: /^Comanda \d+$/ })
const colleagues = (page: Page) => page.getByLabel('Colegi în comandă')
const pencil = (page: Page, name: string) => page.getByRole('button', { name: `Modifică: ${name}` })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const action = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Acțiuni' }).getByRole('button', { name, exact: true })
const badge = (page: Page, word: string) => order(page).locator('.form-head .state-badge', { hasText: word })

async function together(a: Page, b: Page, press: (page: Page) => Promise<void>) {
  await Promise.all([press(a), press(b)])
}

/** Exactly one of the two windows shows the success, and the other the refusal; both keep their toasts. */
async function oneOf(a: Page, b: Page, text: string, refusal: string) {
  const successes = async () => (await a.getByText(text).count()) + (await b.getByText(text).count())
  const refusedIn = (page: Page) => page.getByRole('alert').filter({ hasText: refusal }).count()
  await expect.poll(successes).toBe(1)
  await expect.poll(async () => (await refusedIn(a)) + (await refusedIn(b))).toBe(1)
  expect(await successes()).toBe(1)
}

async function read(id: number) {
  if (!maria) throw new Error('nobody sits at the desk')
  return (await maria.request(readOrder, { params: { id } })).data
}

/** For hours ahead, so that no search starts and nothing changes by itself. */
async function placed(index: number, places = 1): Promise<number> {
  return place(index, places, toWireTime(new Date(Date.now() + 5 * 3_600_000)))
}

function searched(index: number): Promise<number> {
  return place(index, 1, undefined)
}

async function place(index: number, count: number, departure_time: string | undefined): Promise<number> {
  if (!maria) throw new Error('nobody sits at the desk')
  const { phone, addresses } = nth(known, index)
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = addresses
  const far = { name: 'Gara Brașov', lat: 45.6605, long: 25.6135 }
  const places = [{ name, lat, long }, far].slice(0, count)
  const body = { phone, client_phone: phone, places, ...(departure_time ? { departure_time } : {}) }
  return (await maria.request(createOrder, { body })).data.id
}
