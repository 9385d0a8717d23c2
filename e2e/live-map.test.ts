import { createOrder } from '@dispecerat/contract/orders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk } from './console-browser.ts'
import { highlighted } from './form-hands.ts'
import { aPhone, type HandHeldPhone } from './hand-held-phone.ts'
import { looksRightOn } from './looks-right.ts'
import { searchesPatiently } from './patient-search.ts'
import { type RunningServer, startServer } from './running-server.ts'

const MARKET = { lat: 45.6423, long: 25.5892 }
/** One thousandth of a degree of longitude at zoom 16. */
const STEP_PX = 93
const GREEN = [27, 127, 55] as const
const ORANGE = [232, 89, 12] as const

let server: RunningServer
let browser: Browser
let api: ApiDesk
let phone: HandHeldPhone
let page: Page

beforeAll(async () => {
  server = await startServer({ env: { DEMO: 'on' } })
  api = await apiDesk(server.url, 'dispecer@demo.ro')
  await searchesPatiently(await apiDesk(server.url, 'manager@demo.ro'))
  phone = await aPhone(server.url, 'sofer101@demo.ro', MARKET)
  browser = await launchBrowser()
  page = (await openDesk(browser, { address: server.url })).page
})

beforeEach(async () => {
  await page.goto('/operator/map')
  await page.locator('.cars-canvas').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^liberi [1-9]/ }).waitFor()
})

afterAll(async () => {
  await phone?.[Symbol.asyncDispose]()
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

/** The colour of the screen so many pixels right of the middle of the map. */
async function colourAt(right = 0): Promise<number[]> {
  const box = await page.locator('.map-place').boundingBox()
  if (!box) throw new Error('no map')
  const clip = {
    x: Math.round(box.x + box.width / 2 + right),
    y: Math.round(box.y + box.height / 2),
    width: 1,
    height: 1,
  }
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, picture)
}

async function looksLike(colour: readonly number[], right = 0) {
  const off = async () => Math.max(...(await colourAt(right)).map((part, n) => Math.abs(part - (colour[n] ?? 0))))
  await expect.poll(off, { timeout: 15_000 }).toBeLessThan(12)
}

async function findCar() {
  await page.keyboard.press('i')
  await page.keyboard.type('10')
  await highlighted(page, /^101/)
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.waitForURL(/driver=\d+/)
  await page.locator('.car-card').getByText('101 ·').waitFor()
}

const body = () => page.locator('body').press('Escape')

test('a car is found by its sign; what its phone reports, and its pause, are on the screen', async () => {
  await findCar()
  await looksLike(GREEN)
  phone.standAt({ ...MARKET, long: MARKET.long + 0.001 })
  await looksLike(GREEN, STEP_PX)
  await phone.call('PATCH', '/api/driver/status', { is_paused: true })
  await looksLike(ORANGE, STEP_PX - 4)
  await page.getByRole('button', { name: /^în pauză 1/ }).waitFor()
  await phone.call('PATCH', '/api/driver/status', { is_paused: false })
  await looksLike(GREEN, STEP_PX)

  await page.getByRole('button', { name: /^liberi/ }).click()
  await expect.poll(async () => (await colourAt(STEP_PX)).join(), { timeout: 15_000 }).not.toBe(GREEN.join())
  await page.reload()
  await page.getByRole('button', { name: /^liberi [1-9]/, pressed: false }).click()
})

test('by keyboard alone: the list beside the map opens the card, the map follows the car until a hand drags it', async () => {
  await body()
  await page.keyboard.press('l')
  const row = page.locator('.car-list').getByRole('button', { name: /^101/ })
  await row.focus()
  await page.keyboard.press('Enter')
  await page.locator('.car-card').getByText('101 ·').waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Se urmărește', pressed: true }).waitFor()
  phone.standAt({ ...MARKET, long: MARKET.long - 0.002 })
  await looksLike(GREEN)
  await looksRightOn(page, 'live-map-list')
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

test('zones are taken off the map by the keyboard, and this browser remembers it', async () => {
  await findCar()
  const beside = async () => (await colourAt(STEP_PX)).join()
  const settled = async () => {
    let before = ''
    const isSame = async () => {
      const now = await beside()
      const same = now === before
      before = now
      return same
    }
    await expect.poll(isSame, { timeout: 15_000 }).toBe(true)
    return before
  }
  const choice = page.getByRole('button', { name: 'toate zonele' })
  await choice.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Zonele de pe hartă' })
  const eyes = list.getByRole('button', { name: /pe hartă$/ })
  // The map draws a moment after the button; a look that came too early is taken again.
  const changesTheMap = async () => {
    await page.getByRole('button', { name: 'Ascunde toate' }).press('Enter')
    const without = await settled()
    await page.getByRole('button', { name: 'Arată toate' }).press('Enter')
    return (await settled()) !== without
  }
  await expect.poll(changesTheMap, { timeout: 60_000 }).toBe(true)

  const first = (await eyes.first().getAttribute('aria-label')) ?? ''
  await eyes.first().press('Space')
  await list.getByRole('button', { name: first, exact: true, pressed: false }).waitFor()
  await looksRightOn(page, 'live-map-zones')
  await page.reload()
  await page.getByRole('button', { name: '1 zonă ascunsă' }).waitFor()

  await page.getByRole('button', { name: '1 zonă ascunsă' }).click()
  await list.getByRole('button', { name: first, exact: true, pressed: false }).click()
  await page.getByRole('button', { name: 'toate zonele' }).waitFor()
})

test('an address is shown with a pin and with who is nearest', async () => {
  await body()
  await page.keyboard.press('a')
  await page.keyboard.type('Livada Po')
  await highlighted(page, /Livada Poștei/)
  await page.keyboard.press('Enter')
  await page.locator('.pin').waitFor()
  const nearest = page.getByRole('complementary', { name: 'Cele mai apropiate mașini libere' })
  await nearest.getByRole('button', { name: /^101/ }).click()
  await page.locator('.car-card').getByText('101 ·').waitFor()
  await looksRightOn(page, 'live-map-address')
  await page.getByRole('button', { name: 'Ia adresa de pe hartă' }).click()
  await page.locator('.pin').waitFor({ state: 'detached' })
})

test('an order that waits is a pin that opens it; its map has both places and the zoom of the keyboard', async () => {
  const places = [
    { name: 'Strada Zizinului 1', lat: 45.6464, long: 25.627 },
    { name: 'Gara Brașov', lat: 45.6605, long: 25.6135 },
  ]
  const { data } = await api.call(createOrder, { body: { phone: '+40722555111', places } })
  const pin = page.locator(`[data-waiting-order="${data.id}"]`)
  await pin.waitFor()
  await looksRightOn(page, 'live-map-waiting')
  await pin.click()
  await page.waitForURL(`**/operator/order/${data.id}*`)

  await page.goto(`/operator/map?order=${data.id}`)
  const [a, b] = [page.locator('.pin', { hasText: 'A' }), page.locator('.pin', { hasText: 'B' })]
  await b.waitFor()
  const apart = async () => Math.abs(((await b.boundingBox())?.x ?? 0) - ((await a.boundingBox())?.x ?? 0))
  let before = await apart()
  let stillFor = 0
  // The map flies there first; a busy machine draws less than four pictures of that a second.
  await expect
    .poll(
      async () => {
        const was = before
        before = await apart()
        stillFor = before > 0 && was === before ? stillFor + 1 : 0
        return stillFor
      },
      { interval: 250 },
    )
    .toBeGreaterThan(5)
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('-')
  await expect.poll(apart, { timeout: 15_000 }).toBeLessThan(before * 0.6)
  await page.keyboard.press('+')
  await expect.poll(apart, { timeout: 15_000 }).toBeGreaterThan(before * 0.9)
  expect(new URL(page.url()).pathname).toBe('/operator/map')
})

test('without a socket the cars are read all the same; without a drawing card the list is there by itself', async () => {
  const { context, page: bare } = await openDesk(browser, { address: server.url })
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
