import { createStand } from '@dispecerat/contract/fleet/stands'
import { whoAmI } from '@dispecerat/contract/identity/accounts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMapHost, type HostMood, type MapHost } from '../apps/server/src/testing/map/a-map-host.ts'
import { createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { pointAt } from './browser/map-pointer.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const WAIT = { timeout: 20_000 }
const OWN_CREDIT = 'Hartă schematică'

let host: MapHost
let server: DemoServer
let browser: Browser
let page: Page

beforeAll(async () => {
  host = await aMapHost()
  server = await startDemo({
    env: {
      MAP_RASTER_URL: `${host.url}/{z}/{x}/{y}.png`,
      MAP_RASTER_NAME: 'Poze',
      MAP_RASTER_ATTRIBUTION: '© <a href="https://exemplu.ro">Exemplu</a>',
    },
  })
  const api = await createApiClient(server.url, 'manager@demo.ro')
  const { map: at } = (await api.request(whoAmI)).data
  await api.request(createStand, { body: { name: 'La mijloc', lat: at.lat, long: at.lng } })
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  await host?.close()
})

beforeEach(async () => {
  host.mood = 'well'
  await page.goto('/operator/map')
  await choose('OSM')
  await drawn('osm')
})

const choose = (label: string) => page.getByRole('radio', { name: label, exact: true }).check({ force: true })
const drawn = (id: string) => page.locator(`.fleet .map-box[data-provider="${id}"]`).waitFor(WAIT)
const credit = (text: string) => page.locator('.fleet .maplibregl-ctrl-attrib').getByText(text).waitFor(WAIT)
const sign = () => page.locator('.fleet .map-trouble')

/** The stand in the middle of the first view receives a click only if it is drawn and the view has not moved. */
async function clickTheStand() {
  const card = page.getByRole('complementary', { name: 'Coada la La mijloc' })
  const box = await page.locator('.fleet .maplibregl-canvas').boundingBox()
  if (!box) throw new Error('no map')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await pointAt(page, middle)
  await page.mouse.click(middle.x, middle.y)
  await card.getByRole('button', { name: 'Închide coada' }).click()
  await card.waitFor({ state: 'detached' })
}

test('our map as vectors and as pictures: switched below the overlays, remembered, the same on every screen', async () => {
  await credit(OWN_CREDIT)
  await clickTheStand()
  await page
    .locator('.fleet canvas')
    .first()
    .evaluate((canvas) => canvas.setAttribute('data-first', 'yes'))

  const picture = page.waitForResponse((answer) => answer.url().includes('/tiles/raster/'))
  await choose('OSM imagini')
  await drawn('osm-raster')
  expect((await picture).headers()['content-type']).toBe('image/png')
  await credit(OWN_CREDIT)
  await clickTheStand()
  expect(await page.locator('.fleet canvas[data-first]').count()).toBe(1)
  await clickTheStand()

  await page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link', { name: 'Panou' }).click()
  await page.locator('.map-box[data-provider="osm-raster"]').waitFor(WAIT)
  await page.goto('/operator/map')
  await drawn('osm-raster')
})

test("the operator's own host is drawn with its name; Google cannot be chosen and shows what is missing", async () => {
  await choose('Poze')
  await drawn('raster')
  await credit('Exemplu')
  await expect.poll(() => host.asked.length, WAIT).toBeGreaterThan(0)
  await clickTheStand()
  const google = page.getByRole('radio', { name: 'Google' })
  expect(await google.isDisabled()).toBe(true)
  expect(await google.getAttribute('aria-description')).toBe('Harta Google nu este configurată: lipsește cheia')
})

test.each<HostMood>(['refuses', 'garbage', 'hangs'])(
  'a host that %s leaves our own map with a warning, and is tried again on request',
  async (mood) => {
    host.mood = mood
    await choose('Poze')
    await sign().getByText('Harta Poze nu răspunde; se arată harta proprie.').waitFor(WAIT)
    await drawn('osm')
    await clickTheStand()
    host.mood = 'well'
    await sign().getByRole('button', { name: 'Încearcă din nou' }).click()
    await drawn('raster')
    await sign().waitFor({ state: 'detached', ...WAIT })
  },
)
