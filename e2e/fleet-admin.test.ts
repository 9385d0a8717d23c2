import { createCar } from '@dispecerat/contract/fleet/cars'
import { createDevice, editDevice } from '@dispecerat/contract/fleet/devices'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'manager@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const textIsShown = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const cars = () => page.getByRole('table', { name: 'Transport' })

test('a car is added, with a wrong plate refused at the field; deleted, it is restored; the filtered list is exported', async () => {
  await page.goto('/cars')
  await cars().getByRole('row').nth(1).waitFor()
  await page.getByRole('link', { name: '+ Adaugă' }).click()
  await field('Indicativ').fill('ZZ1')
  await field('Număr de înmatriculare').fill('taxi')
  await field('RCA valabil până la').fill('01.01.2020')
  await field('RCA valabil până la').press('Tab')
  await page.keyboard.press('Control+s')
  await textIsShown('Număr de înmatriculare invalid (de ex. BV12ABC)')
  await field('Număr de înmatriculare').fill('zz 99 e2e')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/car\/\d+$/)
  await page.getByRole('heading', { name: 'Mașina ZZ1 · ZZ99E2E' }).waitFor()
  await textIsShown('✕ Expirate')

  await keepToasts(page)
  await button('Șterge mașina').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Șterge', exact: true }).click()
  await button('Anulează ștergerea').click()
  await waitForToast(page, 'Mașina a fost readusă')
  await page.goto('/cars?search=zz+99+e2e')
  await cars().getByRole('link', { name: 'ZZ1' }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button('Export XLSX').click()])
  expect(file.suggestedFilename()).toBe('masini.xlsx')
})

test('a phone is blocked and unblocked', async () => {
  const body = { platform: 'android' as const, imei: '356938035643809', model: 'Telefon de probă' }
  const { data: device } = await api.request(createDevice, { body })
  await page.goto('/devices?search=de+probă')
  await page.getByRole('table', { name: 'Dispozitive' }).getByRole('link', { name: body.model }).waitFor()
  await page.goto(`/device/${device.id}`)
  await button('Blochează').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Blochează', exact: true }).click()
  await button('Deblochează').waitFor()
  await button('Deblochează').click()
  await button('Blochează').waitFor()
})

test('changes of a car or a phone by a colleague appear in the open list', async () => {
  await page.goto('/cars?search=bv77live')
  await textIsShown('Nimic de afișat.')
  await api.request(createCar, { body: { indicativ: 'ZZ7', number: 'BV77LIVE' } })
  await cars().getByRole('link', { name: 'ZZ7' }).waitFor()

  const body = { platform: 'android' as const, imei: '356938035643817', model: 'Telefon viu' }
  const { data: device } = await api.request(createDevice, { body })
  await page.goto('/devices?search=viu')
  const phones = page.getByRole('table', { name: 'Dispozitive' })
  await phones.getByRole('link', { name: 'Telefon viu' }).waitFor()
  await api.request(editDevice, { params: { id: device.id }, body: { model: 'Telefon viu și nou' } })
  await phones.getByRole('link', { name: 'Telefon viu și nou' }).waitFor()
})

test('errors of an imported file are listed by row; corrected, its rows are added', async () => {
  await page.goto('/imports?kind=cars')
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'masini.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('heading', { name: 'Import din fișier' }).waitFor()
  await choose('Nume;Oraș\nPop;Brașov')
  await page.getByRole('alert').getByText('Lipsesc coloanele: Indicativ, Număr.').waitFor()
  await choose('Indicativ;Număr;An\nZZ2;ZZ98E2E;2020\nZZ3;???;anul trecut')
  const errors = page.getByRole('table', { name: 'Erorile fișierului' })
  await errors.getByRole('cell', { name: 'anul trecut' }).waitFor()
  expect(await errors.getByRole('row').count()).toBe(3)
  await choose('Indicativ;Număr;An\nZZ2;ZZ98E2E;2020\nZZ3;ZZ97E2E;2021')
  await page.getByRole('button', { name: /^Importă 2/ }).click()
  await page.getByRole('button', { name: 'Vezi lista' }).waitFor()
  await page.getByRole('button', { name: 'Vezi lista' }).click()
  await page.waitForURL(/\/cars$/)
})

test('selected phones are removed together and restored by one press; selected cars are disabled and enabled again', async () => {
  await page.goto('/devices')
  const phones = page.getByRole('table', { name: 'Dispozitive' }).locator('tbody tr[data-row]')
  await phones.nth(1).waitFor()
  const ids = () => phones.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
  const before = await ids()
  const bar = page.getByRole('region', { name: '2 rânduri alese' })
  const yes = (verb: string) => page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
  const choose = async (rows: Locator) => {
    for (const n of [0, 1]) await rows.nth(n).getByRole('checkbox').check()
  }
  await choose(phones)
  await keepToasts(page)
  await bar.getByRole('button', { name: 'Șterge' }).click()
  await yes('Șterge')
  await expect.poll(ids).not.toContain(before[0])
  await button('Anulează ștergerea').click()
  await textIsShown('Readucere: 2 dispozitive')
  await expect.poll(ids).toEqual(before)

  await page.goto('/cars')
  const rows = cars().locator('tbody tr[data-row]')
  for (const [verb, state] of [
    ['Dezactivează', 'inactivă'],
    ['Activează', 'activă'],
  ] as const) {
    await rows.nth(1).waitFor()
    await choose(rows)
    await bar.getByRole('button', { name: verb, exact: true }).click()
    await yes(verb)
    await bar.waitFor({ state: 'detached' })
    for (const n of [0, 1])
      await rows
        .nth(n)
        .getByText(new RegExp(`^${state}$`, 'i'))
        .waitFor()
  }
})
