import fs from 'node:fs'
import { editPolygon, listPolygons, type Polygon } from '@dispecerat/contract/geography/zones'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { pointAt } from './browser/map-pointer.ts'
import { keepToasts } from './pages/toasts.ts'
import { zonesPage } from './pages/zones-page.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

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
  await page.getByRole('tab', { name: /^Zone \(/ }).click()
  await zoneList().waitFor()
  await page.locator('.maplibregl-canvas').waitFor()
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const {
  zoneList,
  field,
  button,
  toast,
  points,
  isDrawing,
  isShaping,
  canvas,
  zoneNamed,
  savedAs,
  middleOfMap,
  typePoint,
  paste,
  dropOnMap,
} = zonesPage(
  () => page,
  () => api,
)

test('a zone is hidden on the map from its row, and stays hidden in this browser', async () => {
  const eye = zoneList()
    .getByRole('button', { name: /pe hartă$/ })
    .first()
  const name = (await eye.getAttribute('aria-label')) ?? ''
  const own = (pressed: boolean) => zoneList().getByRole('button', { name, exact: true, pressed })
  await own(true).press('Space')
  await own(false).waitFor()
  await page.reload()
  await page.getByRole('tab', { name: /^Zone \(/ }).click()
  await own(false).click()
  await own(true).waitFor()
})

test('a click on the map selects the zone under it in the list, from whichever list is open', async () => {
  const [first, second] = (await api.request(listPolygons)).toSorted((a, b) => a.area_m2 - b.area_m2)
  const row = (zone: Polygon | undefined, pressed: boolean) =>
    zoneList().getByRole('button', { name: new RegExp(`^${zone?.name}`), pressed })
  // Shown from the list, the zone is in the middle of the map.
  await row(first, false).first().click()
  await row(first, true).waitFor()
  const { x, y } = await middleOfMap()
  const inside = { x: x + 3, y: y + 3 }
  // The layers are loaded after the map and test for zones only then: where the pointer becomes a hand, they have.
  await pointAt(page, inside)
  await page.getByRole('tab', { name: /^Stații \(/ }).click()
  await pointAt(page, inside)
  await page.mouse.click(inside.x, inside.y)
  await page.getByRole('tab', { name: /^Zone \(/, selected: true }).waitFor()
  await row(first, true).waitFor()
  await row(second, false).first().click()
  await row(second, true).waitFor()
})

test('by mouse: an outline is clicked, closed, a corner dragged, undone and redone, and saved', async () => {
  await button('Adaugă zonă').click()
  await isDrawing()
  await field('Numele zonei').fill('Piața Mare')
  const { x, y } = await middleOfMap()
  const corners = [
    [-120, -90],
    [120, -90],
    [120, 90],
    [-120, 90],
  ] as const
  for (const [index, [east, south]] of corners.entries()) {
    await page.mouse.click(x + east, y + south)
    await expect.poll(() => points().count()).toBe(index + 1)
  }
  // Clicking the first point again closes the outline.
  await page.mouse.click(x - 120, y - 90)
  await isShaping()
  const longitude = () => field('Longitudinea punctului 3').inputValue()
  const before = await longitude()
  await page.mouse.move(x + 120, y + 90)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) await page.mouse.move(x + 120 + step * 10, y + 90 + step * 5)
  await page.mouse.up()
  await expect.poll(longitude).not.toBe(before)
  const dragged = await longitude()
  expect(Number(dragged)).toBeGreaterThan(Number(before))

  await canvas().focus()
  await page.keyboard.press('Control+z')
  await expect.poll(longitude).toBe(before)
  await page.keyboard.press('Control+y')
  await expect.poll(longitude).toBe(dragged)
  await page
    .getByText(/se suprapune cu .+, \d/)
    .first()
    .waitFor()
  await page.getByText('modificări nesalvate').waitFor()
  await page.getByRole('radio', { name: 'Culoarea #c2255c' }).check({ force: true })

  await page.getByRole('link', { name: 'Panou', exact: true }).click()
  await page.getByRole('dialog', { name: /modificări nesalvate/ }).waitFor()
  await page.keyboard.press('Escape')
  await button('Salvează').click()
  await toast('Zona a fost salvată.')
  const saved = await savedAs('Piața Mare')
  expect(saved).toMatchObject({ color: '#c2255c' })
  expect(saved.paths[2]?.long).toBe(Number(dragged))
})

test("by keyboard alone: points at the map's middle, one undone, coordinates typed, crossing sides reported", async () => {
  await button('Adaugă zonă').press('Enter')
  await isDrawing()
  await page.locator('input:focus').and(field('Numele zonei')).waitFor()
  await page.keyboard.type('Colț')
  await canvas().focus()
  for (let n = 1; n <= 4; n++) {
    await page.keyboard.press('Space')
    await expect.poll(() => points().count()).toBe(n)
  }
  await page.keyboard.press('Backspace')
  await expect.poll(() => points().count()).toBe(3)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await isShaping()
  const square = [
    ['45,7', '25,7'],
    ['45,71', '25,72'],
    ['45,7', '25,72'],
    ['45,71', '25,7'],
  ] as const
  for (const [index, [lat, long]] of square.entries()) await typePoint(index + 1, lat, long)
  await page.getByRole('alert').getByText('latura 1–2 cu latura 3–4').waitFor()
  await field('Numele zonei').press('Control+Enter')
  expect(await zoneNamed('Colț')).toBeUndefined()

  await typePoint(2, '45,7', '25,72')
  await typePoint(3, '45,71', '25,72')
  await expect.poll(() => page.getByText('latura 1–2').count()).toBe(0)
  await field('Numele zonei').press('Control+Enter')
  const saved = await savedAs('Colț')
  expect(saved.paths[1]).toEqual({ lat: 45.7, long: 25.72 })
})

test('a zone is cut by two clicks across it, and rejoined', async () => {
  const { id, paths } = await savedAs('Colț')
  // The map jumps to its view without animation.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await button('Editează zona Colț').click()
  await isShaping()
  await button('Taie cu o linie').click()
  await isDrawing()
  const { x, y } = await middleOfMap()
  const above = ((await canvas().boundingBox())?.y ?? 0) + 15
  await page.mouse.click(x + 40, above)
  await expect.poll(() => points().count()).toBe(1)
  await page.mouse.click(x + 40, 2 * y - above - 25)
  await expect.poll(() => points().count()).toBe(2)
  await page.getByText(/Cele două părți: .+ km² și .+ km²/).waitFor()
  await keepToasts(page)
  await button('Taie zona').click()
  await button('Anulează tăierea').click()
  await toast('Zona Colț este din nou întreagă.')
  expect(await zoneNamed('Colț 2')).toBeUndefined()
  expect(await savedAs('Colț')).toMatchObject({ id, paths })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
})

test('a zone is cut along a typed line; the new part is deleted and restored', async () => {
  await button('Editează zona Colț').click()
  await isShaping()
  await button('Taie cu o linie').click()
  await isDrawing()
  for (let n = 1; n <= 2; n++) {
    await button('Adaugă un punct').click()
    await points()
      .nth(n - 1)
      .waitFor()
  }
  await typePoint(1, '45,69', '25,705')
  await typePoint(2, '45,72', '25,705')
  await page.getByText(/Cele două părți: .+ km² și .+ km²/).waitFor()
  await button('Taie zona').click()
  await toast('Zona a fost tăiată: Colț și Colț 2.')
  const [larger, smaller] = [await savedAs('Colț'), await savedAs('Colț 2')]
  expect(larger.area_m2 / smaller.area_m2).toBeCloseTo(3, 1)

  await button('Înapoi la listă').click()
  await button('Editează zona Colț 2').click()
  await keepToasts(page)
  await button('Șterge zona').click()
  await toast('Zona Colț 2 a fost ștearsă.')
  await expect.poll(() => zoneNamed('Colț 2')).toBeUndefined()
  await button('Anulează ștergerea').click()
  await toast('Zona Colț 2 a fost restaurată.')
  expect((await savedAs('Colț 2')).id).toBe(smaller.id)
})

test("another user's save is reported; the typed changes are still there and can be kept", async () => {
  const colt = await savedAs('Colț')
  await button('Editează zona Colț').click()
  await field('Numele zonei').fill('Colțul de sus')
  await api.request(editPolygon, { params: { id: colt.id }, body: { color: '#2b8a3e' } })
  await page.getByRole('alert').getByText('Zona a fost modificată între timp').waitFor()
  await button('Salvează').click()
  await page.getByRole('alert').getByText('Zona a fost modificată între timp').waitFor()
  expect(await field('Numele zonei').inputValue()).toBe('Colțul de sus')
  await button('Păstrează-o pe a mea').click()
  await button('Salvează').click()
  expect((await savedAs('Colțul de sus')).id).toBe(colt.id)
})

test('a file is previewed before saving: errors by zone, exchanged coordinates, and all valid zones at once', async () => {
  const ring = (east: number) => {
    const corners = [
      [25.5, 45.7],
      [25.51, 45.7],
      [25.51, 45.71],
      [25.5, 45.71],
      [25.5, 45.7],
    ]
    return corners.map(([long = 0, lat = 0]) => [long + east, lat])
  }
  const zone = (name: string, outline: number[][]) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: [outline] },
  })
  const turned = ring(0.04).map(([long = 0, lat = 0]) => [lat, long])
  const crossed = [0, 2, 1, 3, 0].map((index) => ring(0.06)[index] ?? [])
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: [zone('<b>Import</b>', ring(0)), zone('Inversată', turned), zone('Strâmbă', crossed)],
  })
  await button('Importă').click()
  await field('Text GeoJSON').fill('{"type": "FeatureColl')
  await button('Citește textul').click()
  await page.getByRole('alert').getByText('nu este JSON valid').waitFor()
  await page.getByRole('heading', { name: 'Importă zone' }).click()
  await paste(JSON.stringify(zone('Lipită', ring(0.1))))
  await button('Importă 1 zonă').waitFor()
  await dropOnMap('zone.geojson', text)
  const found = page.getByRole('list', { name: 'Zonele din fișier' })
  await found.getByText('latura 1–2 cu latura 3–4').waitFor()
  await found.getByText('sunt inversate').waitFor()
  await button('Importă 1 zonă').waitFor()
  await page.getByRole('checkbox', { name: 'Inversează latitudinea cu longitudinea' }).check()
  await button('Importă 2 zone').waitFor()
  await button('Importă 2 zone').click()
  await toast('2 zone importate.')
  expect((await savedAs('Inversată')).paths[0]?.lat).toBeCloseTo(45.7, 6)
  expect(await zoneNamed('Strâmbă')).toBeUndefined()

  const [download] = await Promise.all([page.waitForEvent('download'), button('Exportă').click()])
  const exported = JSON.parse(fs.readFileSync(await download.path(), 'utf8'))
  const names = exported.features.map(({ properties }: { properties: { name: string } }) => properties.name)
  expect(names).toEqual(expect.arrayContaining(['<b>Import</b>', 'Inversată']))
  await zoneList()
    .getByRole('button', { name: /^<b>Import/ })
    .click()
})
