import { createStand, listStands, readStandQueue } from '@dispecerat/contract/fleet/stands'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { highlighted } from './pages/form-helpers.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const MARKET: Point = { lat: 45.6423, long: 25.5892 }

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'manager@demo.ro')
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
})

beforeEach(async () => {
  await page.goto('/settings/polygons')
  await list().waitFor()
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

async function stands() {
  return (await api.request(listStands)).data
}

const list = () => page.getByRole('list', { name: 'Lista stațiilor' })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (text: string) => waitForToast(page, text)

async function middleOfMap(): Promise<{ x: number; y: number }> {
  const box = await page.locator('.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('no map')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a manager finds the screen in the menu; stands and zones are listed, zones with size, neighbours and drivers', async () => {
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link', { name: 'Zone' }).click()
  await list().getByText('Gara Brașov', { exact: true }).waitFor()
  const howMany = (await stands()).length
  await expect.poll(() => list().getByRole('button').count()).toBe(howMany)

  await page.getByRole('tab', { name: 'Zone (20)' }).click()
  const zone = page.getByRole('list', { name: 'Lista zonelor' }).getByRole('button', { name: /^Brașovechi/ })
  await zone.getByText('0 liberi, 0 ocupați').waitFor()
  expect(await zone.textContent()).toContain('Vecine: Centrul Vechi, Șchei, Bartolomeu, Griviței')
  expect(await zone.textContent()).toMatch(/\d,\d\d km²/)
  await field('Caută zona').fill('schei')
  await page
    .getByRole('list', { name: 'Lista zonelor' })
    .getByRole('button', { name: /^Șchei/ })
    .press('Enter')
  await page.locator('[aria-pressed="true"]', { hasText: 'Șchei' }).waitFor()
})

test('by keyboard alone: a stand is created from an address, resized, renamed, and deleted with undo', async () => {
  await page.getByRole('button', { name: 'Adaugă stație' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('input:focus').and(field('Nume')).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('Alegeți locul pe hartă').waitFor()
  await field('Latitudine').fill('48,9')
  await field('Longitudine').fill('nord')
  await page.getByText('Coordonată invalidă').waitFor()
  await field('Longitudine').fill('2,35')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Numele este obligatoriu').waitFor()
  await field('Nume').fill('Universitate')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Stația trebuie să fie în România').waitFor()

  await page.getByRole('combobox', { name: 'Caută adresa' }).focus()
  await page.keyboard.type('Livada Po')
  await highlighted(page, /Livada Poștei/)
  await page.keyboard.press('Enter')
  await page
    .getByText('Zona: Centrul Vechi')
    .or(page.getByText(/^Zona: /))
    .first()
    .waitFor()
  const slider = page.getByRole('slider', { name: 'Raza', exact: true })
  await slider.focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('130')
  await page.keyboard.press('Control+Enter')
  await toast('Stația a fost salvată.')
  const made = (await stands()).find(({ name }) => name === 'Universitate')
  expect(made).toMatchObject({ radius_m: 130, is_active: true, queue_length: 0 })

  // The handle on the map moves by arrows.
  const handle = page.getByRole('button', { name: /^Universitate: trageți/ })
  await handle.focus()
  await page.keyboard.press('Shift+ArrowUp')
  await page.getByText('modificări nesalvate').waitFor()
  await page.keyboard.press('ArrowRight')
  await field('Nume').focus()
  await page.keyboard.press('Control+Enter')
  const university = async () => (await stands()).find(({ name }) => name === 'Universitate')
  await expect.poll(async () => (((await university())?.lat ?? 0) - (made?.lat ?? 0)) * 111_320).toBeCloseTo(50, 0)
  expect((await university())?.long).toBeGreaterThan(made?.long ?? 0)

  await keepToasts(page)
  // The button is disabled while the stand is being saved.
  await page.getByRole('button', { name: 'Șterge stația', disabled: false }).focus()
  await page.keyboard.press('Enter')
  await toast('Stația Universitate a fost ștearsă.')
  await list().getByText('Universitate').waitFor({ state: 'detached' })
  expect((await stands()).map(({ name }) => name)).not.toContain('Universitate')
  await page.getByRole('button', { name: 'Anulează ștergerea' }).focus()
  await page.keyboard.press('Enter')
  await list().getByText('Universitate').waitFor()
  expect((await stands()).find(({ name }) => name === 'Universitate')?.id).toBe(made?.id)
})

test('by mouse: a click on the map creates a stand, a drag moves it; leaving unsaved asks first', async () => {
  await press('Adaugă stație')
  await field('Nume').fill('Stadion')
  // The map handles clicks once its layers have loaded, which the cursor shows.
  const cursor = () => page.locator('.maplibregl-canvas').evaluate((element) => element.style.cursor)
  await expect.poll(cursor).toBe('crosshair')
  const { x, y } = await middleOfMap()
  await page.mouse.click(x + 90, y + 60)
  await expect.poll(() => field('Latitudine').inputValue()).toMatch(/^45\.\d+$/)
  const clicked = await field('Latitudine').inputValue()
  await drag(page.getByRole('button', { name: /^Stadion: trageți/ }), 40, -80)
  await expect.poll(async () => Number(await field('Latitudine').inputValue())).toBeGreaterThan(Number(clicked))

  await page.getByRole('link', { name: 'Panou', exact: true }).click()
  await page.getByRole('dialog', { name: /modificări nesalvate/ }).waitFor()
  await page.keyboard.press('Escape')
  expect(page.url()).toContain('/settings/polygons')
  await press('Salvează')
  await toast('Stația a fost salvată.')
  expect((await stands()).map(({ name }) => name)).toContain('Stadion')
})

test('arriving drivers appear in the queue and on the map of the fleet', async () => {
  const market = (await stands()).find(({ name }) => name === 'Piața Sfatului')
  if (!market) throw new Error('no market')
  await list()
    .getByRole('button', { name: /Piața Sfatului/ })
    .click()
  await page.getByText('Nu așteaptă niciun șofer.').waitFor()
  await using first = await aPhone(server.url, 'sofer101@demo.ro', MARKET)
  await using second = await aPhone(server.url, 'sofer102@demo.ro', MARKET)
  // Phones keep reporting their position; a timer advances the queue.
  const keepSaying = setInterval(() => {
    for (const phone of [first, second]) phone.standAt(MARKET)
  }, 3000)
  try {
    const queue = page.locator('.stand-queue li')
    await queue.nth(1).waitFor({ timeout: 60_000 })
    expect(await queue.locator('b').allTextContents()).toEqual(['101', '102'])
    const waited = await queue.first().locator('time').textContent()
    await expect.poll(() => queue.first().locator('time').textContent()).not.toBe(waited)

    await first.request('PATCH', '/api/driver/status', { is_paused: true })
    await expect.poll(() => queue.locator('b').allTextContents()).toEqual(['102'])
    const { data } = await api.request(readStandQueue, { params: { id: market.id } })
    expect(data).toMatchObject([{ position: 1, indicativ: '102', ...MARKET }])

    await page.goto('/operator/map')
    await page.getByRole('switch', { name: 'Stații' }).waitFor()
    await page.locator('.cars-canvas').waitFor({ state: 'attached' })
    await page.getByRole('switch', { name: 'Arată ca listă' }).press('Space')
    await page.getByRole('button', { name: 'Piața Sfatului 1' }).press('Enter')
    await page
      .getByRole('complementary', { name: 'Coada la Piața Sfatului' })
      .getByText('102', { exact: true })
      .waitFor()
    await page.getByRole('switch', { name: 'Stații' }).press('Space')
    await page.getByRole('button', { name: 'Piața Sfatului 1' }).waitFor({ state: 'detached' })
  } finally {
    clearInterval(keepSaying)
  }
}, 300_000)

test("another user's changes are reported; another user's additions appear", async () => {
  await api.request(createStand, { body: { name: 'Aeroport', lat: 45.7, long: 25.52, company_id: 1 } })
  await list().getByText('Aeroport').waitFor()
  await list()
    .getByRole('button', { name: /Aeroport/ })
    .click()
  await field('Nume').fill('Aeroportul mare')
  const { id } = (await stands()).find(({ name }) => name === 'Aeroport') ?? { id: 0 }
  await fetch(`${server.url}/api/stands/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ radius_m: 300 }),
  })
  await page.getByRole('alert').getByText('Stația a fost modificată între timp').waitFor()
  await press('Salvează')
  await toast('Stația a fost salvată.')
  expect((await stands()).find((stand) => stand.id === id)).toMatchObject({ name: 'Aeroportul mare', radius_m: 300 })
})

test("a dispatcher who opens the screen's URL gets a refusal", async () => {
  const page = (await openWorkspace(browser, { address: server.url, at: '/settings/polygons' })).page
  await page.getByText('Nu aveți dreptul să modificați zonele și stațiile.').waitFor()
  await page.context().close()
})

test('a platform administrator chooses the company of a stand', async () => {
  const page = (await openWorkspace(browser, { address: server.url, email: 'admin@demo.ro' })).page
  await page.goto('/settings/polygons')
  await page.getByRole('list', { name: 'Lista stațiilor' }).getByText('Taxi Demo Brașov').first().waitFor()
  await page.getByRole('button', { name: 'Adaugă stație' }).click()
  await page.getByRole('combobox', { name: 'Companie' }).click()
  await page.getByRole('option', { name: 'Curier Demo' }).click()
  await page.getByRole('textbox', { name: 'Nume', exact: true }).fill('Depozit')
  await page.getByRole('textbox', { name: 'Latitudine' }).fill('45.66')
  await page.getByRole('textbox', { name: 'Longitudine' }).fill('25.6')
  await page.getByRole('button', { name: 'Salvează' }).click()
  await waitForToast(page, 'Stația a fost salvată.')
  const couriers = await createApiClient(server.url, 'livrari@demo.ro')
  expect((await couriers.request(listStands)).data).toMatchObject([{ name: 'Depozit', company_id: 2 }])
  await page.context().close()
})

async function drag(what: Locator, right: number, down: number) {
  const box = await what.boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 5; step++) await page.mouse.move(x + (right * step) / 5, y + (down * step) / 5)
  await page.mouse.up()
}
