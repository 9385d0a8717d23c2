import { banUser } from '@dispecerat/contract/fleet/bans'
import { moveToPending } from '@dispecerat/contract/orders/orders'
import type { Page } from 'playwright-core'
import { intercept } from '../browser/intercept.ts'
import { banPage } from '../pages/ban-page.ts'
import { blurAll, highlighted } from '../pages/form-helpers.ts'
import { type DemoFixture, SQUARE } from './demo-fixture.ts'
import { showCars } from './public-looks.ts'
import { DISPATCHER, MANAGER, type Screen } from './screen.ts'

const DRIVER_ID = 101
const { cardOf, openBanMenu, choose } = banPage(() => DRIVER_ID)

const dispatcher = { who: DISPATCHER, needsMap: true }
const fleet = { ...dispatcher, at: withCars }

/** The dashboard, the map of the fleet, the simulator. */
export const mapScreens: Screen[] = [
  {
    ...dispatcher,
    at: '/dashboard',
    states: {
      'dashboard-whole': async (page) => {
        await page.getByText('Comenzi recente').waitFor()
        await page.locator('.recharts-area-curve').first().waitFor()
        await page.getByRole('region', { name: 'Harta zonelor' }).locator('canvas').waitFor()
      },
      'dashboard-table': async (page) => {
        await page.getByRole('switch', { name: 'Arată ca tabel' }).press('Space')
        await page
          .getByRole('row', { name: /^\d\d\.\d\d\.20\d\d/ })
          .first()
          .waitFor()
      },
      'dashboard-zone': async (page) => {
        await page.getByRole('switch', { name: 'Arată ca tabel' }).press('Space')
        await page.locator('.coverage-zone').first().press('Enter')
        await page.locator('.maplibregl-popup').waitFor()
      },
      'dashboard-silent': async (page) => {
        await page.locator('.maplibregl-popup').getByRole('button', { name: 'Închide' }).press('Enter')
        await intercept(page, '**/api/statistics/common', (route) => route.abort())
        await page.getByRole('button', { name: 'Reîmprospătează cifrele' }).press('Enter')
        await page
          .getByText(/^ultima dată: \d\d:\d\d:\d\d$/)
          .first()
          .waitFor()
      },
    },
  },
  {
    who: MANAGER,
    needsMap: true,
    at: async (demo) => {
      await showCars(demo, true)
      return '/dashboard'
    },
    states: {
      'public-map-panel': async (page) => {
        const panel = page.getByRole('region', { name: 'Hartă publică' })
        await panel.getByRole('textbox', { name: 'Legătura pentru ecran mare' }).waitFor()
        await panel.scrollIntoViewIfNeeded()
      },
    },
  },
  {
    ...fleet,
    states: {
      map: carsAreShown,
      'live-map-zones': async (page) => {
        await page.getByRole('button', { name: 'toate zonele' }).press('Enter')
        const list = page.getByRole('list', { name: 'Zonele de pe hartă' })
        await list
          .getByRole('button', { name: /pe hartă$/ })
          .first()
          .press('Space')
        await list.getByRole('button', { name: /pe hartă$/, pressed: false }).waitFor()
      },
      'map-as-list': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('switch', { name: 'Arată ca listă' }).press('Space')
        await page.getByRole('button', { name: /^101 / }).waitFor()
        await page.getByRole('button', { name: /^Piața Sfatului \d/ }).press('Enter')
        await page.getByRole('complementary', { name: 'Coada la Piața Sfatului' }).waitFor()
      },
      'driver-card': async (page) => {
        await page.getByRole('button', { name: 'Închide coada' }).click()
        await page.getByRole('button', { name: /^101 / }).first().press('Enter')
        await cardOf(page).getByText('Comenzi active', { exact: true }).waitFor()
      },
      'ban-menu': openBanMenu,
      'ban-prompt': async (page) => {
        await choose(page, '3 ore')
        await banPrompt(page).getByLabel('Motiv').and(page.locator(':focus')).waitFor()
        await page.keyboard.press('Enter')
        await banPrompt(page).getByText('Motivul este obligatoriu').waitFor()
      },
      'ban-until': async (page) => {
        await page.keyboard.press('Escape')
        await banPrompt(page).waitFor({ state: 'detached' })
        await openBanMenu(page)
        await choose(page, 'Până la o dată…')
        await banPrompt(page).getByLabel('Motiv').fill('Concediu')
        await page.keyboard.press('Enter')
        await banPrompt(page).getByText('Alegeți data').waitFor()
      },
      'ban-history': async (page, demo) => {
        await page.keyboard.press('Escape')
        await banPrompt(page).waitFor({ state: 'detached' })
        const ban = async (body: object) => (await demo.api()).request(banUser, { params: { id: DRIVER_ID }, body })
        await ban({ unit: 'hour', amount: 3, reason: 'Refuză comenzi' })
        await ban({})
        await ban({ unit: 'hour', amount: 3, reason: 'Concediu' })
        demo.afterwards(() => ban({}))
        await page.getByText('Istoricul blocărilor').press('Enter')
        const history = cardOf(page).getByRole('listitem')
        await history.filter({ hasText: 'Concediu' }).getByText('în curs').waitFor()
      },
    },
  },
  {
    ...fleet,
    states: {
      'live-map-list': async (page) => {
        await carsAreShown(page)
        await blurAll(page)
        await page.keyboard.press('l')
        await page.locator('.car-list').getByRole('button', { name: /^101/ }).press('Enter')
        await page.locator('.car-card').getByText('101 ·').waitFor()
      },
    },
  },
  {
    ...fleet,
    states: {
      'live-map-address': async (page) => {
        await carsAreShown(page)
        await blurAll(page)
        await page.keyboard.press('a')
        await page.keyboard.type('Livada Po')
        await highlighted(page, /Livada Poștei/)
        await page.keyboard.press('Enter')
        await page.locator('.pin').waitFor()
        const nearest = page.getByRole('complementary', { name: 'Cele mai apropiate mașini libere' })
        await nearest.getByRole('button', { name: /^101/ }).click()
        await page.locator('.car-card').getByText('101 ·').waitFor()
      },
    },
  },
  waitingOrder(),
  {
    ...fleet,
    states: {
      'map-provider-pictures': async (page) => {
        await carsAreShown(page)
        await page.getByRole('radio', { name: 'OSM imagini', exact: true }).check({ force: true })
        await page.locator('.fleet .map-box[data-provider="osm-raster"]').waitFor()
        await page.locator('.fleet .maplibregl-ctrl-attrib').getByText('Hartă schematică').waitFor()
      },
      'map-provider-silent': async (page) => {
        await page.getByRole('radio', { name: 'Poze', exact: true }).check({ force: true })
        await page.locator('.fleet .map-trouble').getByText('Harta Poze nu răspunde; se arată harta proprie.').waitFor()
      },
    },
  },
  {
    who: MANAGER,
    needsMap: true,
    at: '/simulator',
    states: { 'simulator-empty': (page) => page.getByText('Niciun șofer simulat.').waitFor() },
  },
]

const banPrompt = (page: Page) => page.getByRole('dialog', { name: 'Motivul blocării' })

async function withCars(demo: DemoFixture): Promise<string> {
  await demo.driver('sofer101@demo.ro', SQUARE)
  return '/operator/map'
}

async function carsAreShown(page: Page): Promise<void> {
  await page.locator('.maplibregl-canvas').waitFor()
  await page.locator('.cars-canvas').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^liberi [1-9]/ }).waitFor()
}

/** An order in the queue is a pin. */
function waitingOrder(): Screen {
  let id: number
  return {
    ...dispatcher,
    at: async (demo) => {
      const places = [{ name: 'Strada Zizinului 1', lat: 45.6464, long: 25.627 }]
      id = await demo.order({ client_phone: '+40722555111', places })
      await (await demo.api()).request(moveToPending, { params: { id } })
      return withCars(demo)
    },
    states: {
      'live-map-waiting': async (page) => {
        await carsAreShown(page)
        await page.locator(`[data-waiting-order="${id}"]`).waitFor()
      },
    },
  }
}
