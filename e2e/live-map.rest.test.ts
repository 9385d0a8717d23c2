import { createOrder } from '@dispecerat/contract/orders/orders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { highlighted } from './pages/form-helpers.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const MARKET = { lat: 45.6423, long: 25.5892 }
/** One thousandth of a degree of longitude at zoom 16. */
const STEP_PX = 93
const GREEN = [27, 127, 55] as const
const ORANGE = [232, 89, 12] as const
/** The map without a style, in the light scheme. */
const GROUND = [238, 240, 242] as const
/** Colours closer than this in every channel count as equal; a zone over the ground differs by at least 20. */
const SAME_COLOUR = 12
/** Timeout of a map rendered in software on a busy machine. */
const DRAWN = { timeout: 60_000 }

let server: DemoServer
let browser: Browser
let api: ApiClient
let phone: TestDriverPhone
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  phone = await aPhone(server.url, 'sofer101@demo.ro', MARKET)
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url })).page
  // Cars and the map move without animation; car-tracks.test.ts covers how they glide.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

beforeEach(async () => {
  await page.goto('/operator/map')
  await mapIsThere(page)
})

afterAll(async () => {
  await phone?.[Symbol.asyncDispose]()
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

/** The colour of the screen so many pixels right of the map's middle. */
async function colourAt(right: number, on: Page): Promise<number[]> {
  const box = await on.locator('.map-place').boundingBox()
  if (!box) throw new Error('no map')
  const clip = {
    x: Math.round(box.x + box.width / 2 + right),
    y: Math.round(box.y + box.height / 2),
    width: 1,
    height: 1,
  }
  const picture = (await on.screenshot({ clip })).toString('base64')
  return on.evaluate(async (png) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, picture)
}

/** Distance between the colour there and this one; anti-aliasing, and a zone's 12 % over it, change it a little. */
async function differenceFrom(colour: readonly number[], right: number, on: Page): Promise<number> {
  return Math.max(...(await colourAt(right, on)).map((part, n) => Math.abs(part - (colour[n] ?? 0))))
}

async function expectColour(colour: readonly number[], right = 0, on: Page = page) {
  await expect.poll(() => differenceFrom(colour, right, on), DRAWN).toBeLessThan(SAME_COLOUR)
}

async function expectOtherColour(colour: readonly number[], right = 0, on: Page = page) {
  await expect.poll(() => differenceFrom(colour, right, on), DRAWN).toBeGreaterThan(SAME_COLOUR)
}

async function findCar(on: Page = page) {
  await on.keyboard.press('i')
  await on.keyboard.type('10')
  await highlighted(on, /^101/)
  await on.keyboard.type('1')
  await on.keyboard.press('Enter')
  await on.waitForURL(/driver=\d+/)
  await on.locator('.car-card').getByText('101 ·').waitFor()
}

/** Waits for the car of the test too, since a search before that moves no map. */
async function mapIsThere(on: Page) {
  await on.locator('.cars-canvas').waitFor({ state: 'attached' })
  await on.getByRole('button', { name: /^liberi [1-9]/ }).waitFor()
}

const body = () => page.locator('body').press('Escape')

test('a car is found by its call sign; the positions and the pause of its phone are on the screen', async () => {
  await findCar()
  await expectColour(GREEN)
  phone.standAt({ ...MARKET, long: MARKET.long + 0.001 })
  await expectColour(GREEN, STEP_PX)
  await phone.request('PATCH', '/api/driver/status', { is_paused: true })
  await expectColour(ORANGE, STEP_PX - 4)
  await page.getByRole('button', { name: /^în pauză 1/ }).waitFor()
  await phone.request('PATCH', '/api/driver/status', { is_paused: false })
  await expectColour(GREEN, STEP_PX)

  await page.getByRole('button', { name: /^liberi/ }).click()
  await expectOtherColour(GREEN, STEP_PX)
  await page.reload()
  await page.getByRole('button', { name: /^liberi [1-9]/, pressed: false }).click()
})

test('by keyboard alone: the list beside the map opens the card, the map follows the car until it is dragged', async () => {
  await body()
  await page.keyboard.press('l')
  const row = page.locator('.car-list').getByRole('button', { name: /^101/ })
  await row.focus()
  await page.keyboard.press('Enter')
  await page.locator('.car-card').getByText('101 ·').waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Se urmărește', pressed: true }).waitFor()
  phone.standAt({ ...MARKET, long: MARKET.long - 0.002 })
  await expectColour(GREEN)
  const box = await page.locator('.map-place').boundingBox()
  if (!box) throw new Error('no map')
  await page.mouse.move(box.x + box.width - 80, box.y + box.height - 80)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 180, box.y + box.height - 120, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Urmărește', exact: false, pressed: false }).waitFor()
  await row.focus()
  await page.keyboard.press('l')
  await row.waitFor({ state: 'detached' })
})

test('hidden zones are not drawn, and are drawn again when shown', async () => {
  const { context, page: plain } = await openWorkspace(browser, { address: server.url })
  // Without a style and stands only the zone lies on the ground, so its colour does not depend on loaded tiles.
  await plain.route('**/tiles/styles/**', (route) => route.abort())
  await plain.emulateMedia({ reducedMotion: 'reduce' })
  await plain.goto('/operator/map')
  await mapIsThere(plain)
  await findCar(plain)
  await plain.getByRole('switch', { name: 'Stații' }).press('Space')
  await plain.getByRole('switch', { name: 'Stații', checked: false }).waitFor({ state: 'attached' })
  await plain.getByRole('button', { name: 'toate zonele' }).press('Enter')
  await plain.getByRole('button', { name: 'Ascunde toate' }).press('Enter')
  await expectColour(GROUND, STEP_PX, plain)
  await plain.getByRole('button', { name: 'Arată toate' }).press('Enter')
  await expectOtherColour(GROUND, STEP_PX, plain)
  // Repeated, since the zone may not have been loaded the first time.
  await plain.getByRole('button', { name: 'Ascunde toate' }).press('Enter')
  await expectColour(GROUND, STEP_PX, plain)
  await context.close()
})

test('zones are hidden on the map by keyboard, and this browser remembers it', async () => {
  const choice = page.getByRole('button', { name: 'toate zonele' })
  await choice.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Zonele de pe hartă' })
  const eyes = list.getByRole('button', { name: /pe hartă$/ })
  const first = (await eyes.first().getAttribute('aria-label')) ?? ''
  await eyes.first().press('Space')
  await list.getByRole('button', { name: first, exact: true, pressed: false }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '1 zonă ascunsă' }).waitFor()

  await page.getByRole('button', { name: '1 zonă ascunsă' }).click()
  await list.getByRole('button', { name: first, exact: true, pressed: false }).click()
  await page.getByRole('button', { name: 'toate zonele' }).waitFor()
})

test('an address is shown with a pin and the nearest drivers', async () => {
  await body()
  await page.keyboard.press('a')
  await page.keyboard.type('Livada Po')
  await highlighted(page, /Livada Poștei/)
  await page.keyboard.press('Enter')
  await page.locator('.pin').waitFor()
  const nearest = page.getByRole('complementary', { name: 'Cele mai apropiate mașini libere' })
  await nearest.getByRole('button', { name: /^101/ }).click()
  await page.locator('.car-card').getByText('101 ·').waitFor()
  await page.getByRole('button', { name: 'Ia adresa de pe hartă' }).click()
  await page.locator('.pin').waitFor({ state: 'detached' })
})

test('a waiting order is a pin that opens it; its map has both places and can be zoomed by keyboard', async () => {
  const places = [
    { name: 'Strada Zizinului 1', lat: 45.6464, long: 25.627 },
    { name: 'Gara Brașov', lat: 45.6605, long: 25.6135 },
  ]
  const { data } = await api.request(createOrder, { body: { phone: '+40722555111', places } })
  const pin = page.locator(`[data-waiting-order="${data.id}"]`)
  await pin.waitFor()
  await pin.click()
  await page.waitForURL(`**/operator/order/${data.id}*`)

  await page.goto(`/operator/map?order=${data.id}`)
  const [a, b] = [page.locator('.pin', { hasText: 'A' }), page.locator('.pin', { hasText: 'B' })]
  await b.waitFor()
  const apart = async () => Math.abs(((await b.boundingBox())?.x ?? 0) - ((await a.boundingBox())?.x ?? 0))
  // With reduced motion the map moves in the same turn in which the pins are added.
  const before = await apart()
  expect(before).toBeGreaterThan(0)
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('-')
  await expect.poll(apart, DRAWN).toBeLessThan(before * 0.6)
  await page.keyboard.press('+')
  await expect.poll(apart, DRAWN).toBeGreaterThan(before * 0.9)
  expect(new URL(page.url()).pathname).toBe('/operator/map')
})

test('without a socket the cars are still loaded; without WebGL the list opens by itself', async () => {
  const { context, page: bare } = await openWorkspace(browser, { address: server.url })
  await bare.routeWebSocket(/\/ws/, (socket) => socket.close())
  await bare.addInitScript(`
    const getContext = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more)
    }`)
  await bare.goto('/operator/map')
  await bare.getByText('Harta nu poate fi desenată de acest browser. Folosiți lista.').waitFor()
  await bare.locator('.car-list').getByRole('button', { name: /^101/ }).waitFor()
  await bare
    .getByRole('alert')
    .getByText(/Conexiune pierdută/)
    .waitFor()
  await context.close()
})
