import { createStand, deleteStand, editStand } from '@dispecerat/contract/fleet/stands'
import { createPolygon, deletePolygon } from '@dispecerat/contract/geography/zones'
import type { Page } from 'playwright-core'
import { type DemoFixture, SQUARE } from './demo-fixture.ts'
import { MANAGER, type Screen } from './screen.ts'

const editor = { who: MANAGER, needsMap: true, at: '/settings/polygons' }

/** The editor of stands and zones. */
export const zonesScreens: Screen[] = [
  {
    ...editor,
    states: {
      stands: (page) => stand(page, 'Gara Brașov').waitFor(),
      zones: async (page) => {
        await showZones(page)
        await field(page, 'Caută zona').fill('schei')
        await zones(page)
          .getByRole('button', { name: /^Șchei/ })
          .press('Enter')
        await page.locator('[aria-pressed="true"]', { hasText: 'Șchei' }).waitFor()
      },
    },
  },
  {
    ...editor,
    states: {
      'stand-mistakes': async (page) => {
        await button(page, 'Adaugă stație').click()
        await field(page, 'Latitudine').fill('48,9')
        await field(page, 'Longitudine').fill('2,35')
        await field(page, 'Nume').fill('Universitate')
        await page.keyboard.press('Control+Enter')
        await page.getByText('Stația trebuie să fie în România').waitFor()
      },
      'stand-new': async (page) => {
        await field(page, 'Latitudine').fill('45,6441')
        await field(page, 'Longitudine').fill('25,5915')
        await page.getByRole('button', { name: /^Universitate: trageți/ }).waitFor()
      },
    },
  },
  {
    ...editor,
    at: async (demo) => {
      for (const sign of [101, 102]) await demo.driver(`sofer${sign}@demo.ro`, SQUARE)
      return '/settings/polygons'
    },
    states: {
      'stand-queue': async (page) => {
        await stand(page, 'Piața Sfatului').click()
        await page.locator('.stand-queue li').nth(1).waitFor({ timeout: 60_000 })
      },
    },
  },
  changedStand(),
  {
    ...editor,
    at: withZone,
    states: {
      'zone-shape': async (page) => {
        await editZone(page)
        await page.getByRole('radio', { name: 'Culoarea #c2255c' }).check({ force: true })
        await page.getByText('modificări nesalvate').waitFor()
      },
      'zone-crossing': async (page) => {
        await typePoint(page, 2, '45,71', '25,72')
        await typePoint(page, 3, '45,7', '25,72')
        await page.getByRole('alert').getByText('latura 1–2 cu latura 3–4').waitFor()
      },
    },
  },
  {
    ...editor,
    at: withZone,
    states: {
      'zone-cut': async (page) => {
        await editZone(page)
        await button(page, 'Taie cu o linie').click()
        await page.locator('.map-collecting').waitFor()
        for (const [n, lat] of [
          [1, '45,69'],
          [2, '45,72'],
        ] as const) {
          await button(page, 'Adaugă un punct').click()
          await typePoint(page, n, lat, '25,705')
        }
        await page.getByText(/Cele două părți: .+ km² și .+ km²/).waitFor()
      },
    },
  },
  {
    ...editor,
    states: {
      'zones-import': async (page) => {
        await showZones(page)
        await button(page, 'Importă').click()
        await field(page, 'Text GeoJSON').fill(zonesFile())
        await button(page, 'Citește textul').click()
        const found = page.getByRole('list', { name: 'Zonele din fișier' })
        await found.getByText('latura 1–2 cu latura 3–4').waitFor()
        await found.getByText('sunt inversate').waitFor()
      },
    },
  },
]

const zones = (page: Page) => page.getByRole('list', { name: 'Lista zonelor' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stand = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Lista stațiilor' }).getByRole('button', { name: new RegExp(name) })

async function showZones(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Zone \(/ }).click()
  await zones(page).waitFor()
  await page.locator('.maplibregl-canvas').waitFor()
}

async function editZone(page: Page): Promise<void> {
  await showZones(page)
  await button(page, 'Editează zona Colț').click()
  await page.locator('.map-shaping').waitFor()
}

async function typePoint(page: Page, n: number, lat: string, long: string): Promise<void> {
  for (const [label, text] of [
    [`Latitudinea punctului ${n}`, lat],
    [`Longitudinea punctului ${n}`, long],
  ] as const) {
    await field(page, label).fill(text)
    await field(page, label).press('Enter')
  }
}

/** A rectangle outside the town. */
async function withZone(demo: DemoFixture): Promise<string> {
  const api = await demo.api(MANAGER)
  const paths = [
    { lat: 45.7, long: 25.7 },
    { lat: 45.7, long: 25.72 },
    { lat: 45.71, long: 25.72 },
    { lat: 45.71, long: 25.7 },
  ]
  const { id } = (await api.request(createPolygon, { body: { name: 'Colț', paths } })).data
  demo.afterwards(() => api.request(deletePolygon, { params: { id } }))
  return '/settings/polygons'
}

/** Another user saves a stand while it is edited. */
function changedStand(): Screen {
  let id: number
  return {
    ...editor,
    at: async (demo) => {
      const api = await demo.api(MANAGER)
      const body = { name: 'Aeroport', lat: 45.7, long: 25.52 }
      id = (await api.request(createStand, { body })).data.id
      demo.afterwards(() => api.request(deleteStand, { params: { id } }))
      return '/settings/polygons'
    },
    states: {
      'stand-conflict': async (page, demo) => {
        await stand(page, 'Aeroport').click()
        await field(page, 'Nume').fill('Aeroportul mare')
        await (await demo.api(MANAGER)).request(editStand, { params: { id }, body: { radius_m: 300 } })
        await page.getByRole('alert').getByText('Stația a fost modificată între timp').waitFor()
      },
    },
  }
}

/** A valid zone, one with latitude and longitude exchanged, one whose sides cross. */
function zonesFile(): string {
  const corners = [
    [25.5, 45.7],
    [25.51, 45.7],
    [25.51, 45.71],
    [25.5, 45.71],
    [25.5, 45.7],
  ]
  const outline = (east: number) => corners.map(([long = 0, lat = 0]) => [long + east, lat])
  const zone = (name: string, coordinates: number[][]) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: [coordinates] },
  })
  const crossed = [0, 2, 1, 3, 0].map((index) => outline(0.06)[index] ?? [])
  const exchanged = outline(0.04).map((point) => point.toReversed())
  const features = [zone('<b>Import</b>', outline(0)), zone('Inversată', exchanged), zone('Strâmbă', crossed)]
  return JSON.stringify({ type: 'FeatureCollection', features })
}
