import { editSearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { builderPage, savedRules } from './pages/builder-page.ts'
import { clicksReady } from './pages/form-helpers.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
/** A platform administrator, who reads the saved rules over HTTP and edits the same rules. */
let admin: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  admin = await createApiClient(server.url, 'admin@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro', size: WIDE })).page
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
})

beforeEach(async () => {
  await page.goto('/builder')
  await rows().nth(4).waitFor()
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const { rows, toast, handle, open, field, shownNames, choose, take, spoken, centre } = builderPage(() => page)
const { saved, names, intervalCalled } = savedRules(() => admin)

test("the builder shows the demo's rules: list, editor, week and overlaps", async () => {
  expect(await shownNames()).toEqual(['Ziua Națională', 'Noaptea', 'Sâmbăta', 'Duminica', 'Ziua'])
  // The number of hours depends on the week: see week-facts.test.ts.
  await page.getByText(/^Noaptea are întâietate față de Ziua: \d+ h\.$/).waitFor()
  await page.getByText('Fiecare oră a săptămânii are regulă.').waitFor()
  await page.getByRole('heading', { name: 'Probă pe comenzile din trecut' }).waitFor()
  await open('Ziua Națională')
  await page.getByText('Aceiași pași îi folosesc și: Sâmbăta, Duminica.').waitFor()
  expect(await page.locator('.week-now').count()).toBe(1)
  await page.locator('.link-like').filter({ hasText: '1 decembrie' }).click()
  // On any weekday of the holiday a night interval lies below its early or its late hours.
  await page
    .getByRole('button', { name: /Ziua Națională, stă peste.* Noaptea/ })
    .first()
    .waitFor()
})

describe('a new interval', () => {
  test('is drawn without the mouse and lies on top, where it takes effect', async () => {
    await page.getByRole('button', { name: 'Adaugă un interval' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('● 1 interval nesalvat').waitFor()
    await page.getByLabel('Nume').focus()
    await page.keyboard.type('Vineri seara')
    await choose(page.getByRole('combobox', { name: 'Ziua', exact: true }), 'Vineri')
    await page.getByLabel('De la', { exact: true }).fill('18')
    await page.getByLabel('Până la, inclusiv').fill('2:59')
    await page.keyboard.press('Tab')
    await page.getByText('Trece peste miezul nopții: ține de ziua în care începe, până a doua zi la 03:00.').waitFor()
    await page.getByText('caută 6 s în zona clientului, maximum 50 de șoferi').first().waitFor()
    await page.keyboard.press('Control+s')
    await toast('Interval creat cu succes!')
    await page.getByText('Totul este salvat').waitFor()
    const [first] = await saved()
    expect(first).toMatchObject({
      name: 'Vineri seara',
      value: { time_from: '18:00:00', time_to: '02:59:59', selected_day: 5, custom_day: null },
      definitions: { items: [{ search_type: 'by_zone', search_time: 6, search_limit: 50 }] },
    })
  })

  test('a copy has its own steps; units follow the type', async () => {
    await page.getByRole('button', { name: 'Duplică Noaptea', exact: true }).click()
    await page.getByLabel('Nume').fill('Noaptea la stație')
    await choose(field('Tip de căutare'), 'În zonă')
    await expect.poll(() => field('Limită (șoferi)').inputValue()).toBe('50')
    await choose(field('Tip de căutare'), 'La stația apropiată')
    await expect.poll(() => field('Limită (metri)').inputValue()).toBe('2000')
    await choose(field('Cum sunt anunțați'), 'toți odată')
    await field('În grupuri, pe rând').check()
    await field('Șoferi în grup').fill('4')
    await field('Sancțiuni pentru comenzi ignorate').check()
    await page.getByRole('combobox', { name: 'Sancțiune' }).waitFor()
    await field('Până la locul').fill('3')
    await page.getByText('câte 4 șoferi la fiecare 2 s').first().waitFor()
    await page.getByText('pentru primii 3 din listă').first().waitFor()
    await page.getByRole('button', { name: 'Salvează' }).click()
    await toast('Interval creat cu succes!')
    const [copy, original] = [await intervalCalled('Noaptea la stație'), await intervalCalled('Noaptea')]
    expect(copy.search_method_id).not.toBe(original.search_method_id)
    expect(copy.definitions.items[0]).toMatchObject({
      search_type: 'by_near_stand',
      search_limit: 2000,
      stagger: { drivers: 4, seconds: 2 },
      ban_conditions: { active: true, drivers: { from: 1, to: 3 }, count: 5, reset_interval: 60 },
    })
    const order = await names()
    expect(order.indexOf('Noaptea la stație')).toBe(order.indexOf('Noaptea') - 1)
  })
})

describe('the order', () => {
  test('by keyboard: Space picks up, the arrow moves, Esc puts back, Space drops, and each move is announced', async () => {
    const before = await names()
    const at = before.indexOf('Sâmbăta')
    await take('Sâmbăta')
    await page.keyboard.press('ArrowDown')
    await spoken('Sâmbăta este pe poziția')
    await page.keyboard.press('Escape')
    await spoken('Mutarea a fost anulată; Sâmbăta este la locul de dinainte.')
    expect(await shownNames()).toEqual(before)

    await take('Sâmbăta')
    await spoken(`Ați luat Sâmbăta, poziția ${at + 1} din ${before.length}.`)
    await page.keyboard.press('ArrowDown')
    await spoken(`Sâmbăta este pe poziția ${at + 2} din ${before.length}.`)
    await keepToasts(page)
    await page.keyboard.press('Space')
    await spoken(`Sâmbăta a rămas pe poziția ${at + 2} din ${before.length}.`)
    await toast('Ordinea de intervale, actualizată!')
    const after = before.toSpliced(at, 1).toSpliced(at + 1, 0, 'Sâmbăta')
    await expect.poll(names).toEqual(after)
    await page.getByRole('status').filter({ hasText: 'Ordinea' }).getByRole('button', { name: 'Anulează' }).click()
    await expect.poll(names).toEqual(before)
  })

  test('by mouse', async () => {
    const before = await names()
    // The position is read after the layout has settled.
    await handle('Ziua').hover()
    const from = await centre(handle('Ziua'))
    const to = await centre(handle('Duminica'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y - 12, { steps: 3 })
    await page.mouse.move(to.x, to.y - 4, { steps: 12 })
    const at = before.indexOf('Duminica')
    await spoken(`Ziua este pe poziția ${at + 1} din ${before.length}.`)
    await page.mouse.up()
    await toast('Ordinea de intervale, actualizată!')
    await expect.poll(names).toEqual(before.filter((name) => name !== 'Ziua').toSpliced(at, 0, 'Ziua'))
    await page.getByText(/„Duminica” nu conduce nicio oră: îl acoperă/).waitFor()
    await clicksReady(page)
  })
})

describe('steps', () => {
  test('are added, moved by keyboard, copied, removed, restored and saved', async () => {
    await open('Ziua')
    const before = (await intervalCalled('Ziua')).definitions.items
    await page.getByRole('button', { name: 'Adaugă un pas' }).click()
    const [added, count] = [`pasul ${before.length + 1}`, before.length + 1]
    await take(added)
    await page.keyboard.press('ArrowUp')
    await spoken(`${added} este pe poziția ${count - 1} din ${count}.`)
    await page.keyboard.press('Space')
    await spoken(`${added} a rămas pe poziția ${count - 1} din ${count}.`)
    await page.getByRole('button', { name: 'Duplică pasul 1', exact: true }).click()
    await keepToasts(page)
    await page.getByRole('button', { name: 'Șterge pasul 1', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Pas șters' }).getByRole('button').first().click()
    await page.keyboard.press('Control+s')
    await toast('Salvat cu succes!')
    const after = (await intervalCalled('Ziua')).definitions.items
    expect(after).toHaveLength(before.length + 2)
    expect(after[1]).toEqual(after[0])
    expect(after.at(-2)).toMatchObject({ search_type: 'by_zone', search_time: 6 })
  })
})

test('another administrator saves the same rule meanwhile: typed text stays until it is saved on confirmation or discarded', async () => {
  const name = page.getByLabel('Nume')
  await open('Duminica')
  await name.fill('Duminicile')
  const { id } = await intervalCalled('Duminica')
  await admin.request(editSearchInterval, { params: { id }, body: { name: 'Ziua a șaptea' } })
  const alert = page.getByRole('alert').filter({ hasText: 'a salvat între timp altă variantă' })
  await alert.waitFor()
  expect(await name.inputValue()).toBe('Duminicile')
  await page.keyboard.press('Control+s')
  await waitForToast(page, 'Regulile de căutare au fost modificate între timp de altcineva')
  expect(await names()).toContain('Ziua a șaptea')
  await alert.getByRole('button', { name: 'Păstrează ce am scris' }).click()
  await page.keyboard.press('Control+s')
  await toast('Actualizat')
  expect(await names()).toContain('Duminicile')

  await name.fill('Ziua de odihnă')
  await admin.request(editSearchInterval, { params: { id }, body: { name: 'Odihna' } })
  await alert.getByRole('button', { name: 'Ia varianta salvată' }).click()
  await expect.poll(() => name.inputValue()).toBe('Odihna')
  await page.getByText('Totul este salvat').waitFor()
})

test('shared steps change for all intervals, or are made separate', async () => {
  await open('Sâmbăta')
  await page.getByRole('button', { name: 'Separă pașii' }).click()
  await field('Timp (s)').fill('44')
  await page.getByText('● 1 interval nesalvat').waitFor()
  await page.keyboard.press('Control+s')
  await toast('Actualizat')
  const times = Object.fromEntries(
    (await saved()).map(({ name, definitions }) => [name, definitions.items[0]?.search_time]),
  )
  expect(times.Sâmbăta).toBe(44)
  expect(times['Ziua Națională']).not.toBe(44)
})

test('removing asks for confirmation, shows a toast, and can be undone', async () => {
  const before = await names()
  await page.getByRole('button', { name: 'Șterge Sâmbăta', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Remove?' })
  await keepToasts(page)
  await question.getByRole('button', { name: 'Șterge' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Șters!' })
  await toast.waitFor()
  await expect.poll(names).not.toContain('Sâmbăta')
  await toast.getByRole('button', { name: 'Anulează ștergerea' }).click()
  await expect.poll(names).toEqual(before)
  await expect.poll(shownNames).toEqual(before)
})
