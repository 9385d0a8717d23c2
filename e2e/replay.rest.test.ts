import { cancelReplay, listReplays, type Replay, readReplay, startReplay } from '@dispecerat/contract/dispatch/replays'
import { listSearchIntervals } from '@dispecerat/contract/dispatch/search-rules'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { daysBefore } from '../apps/console/src/shared/totals/days.ts'
import { toWallTime } from '../apps/console/src/text/format.ts'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { aGate, intercept } from './browser/intercept.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from './servers/running-server.ts'

let dataDir: DataDir
let server: RunningServer
let browser: Browser
let manager: ApiClient
let page: Page

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  manager = await createApiClient(server.url, 'manager@demo.ro')
  browser = await launchBrowser()
  page = (
    await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro', size: WIDE, fetchesAhead: true })
  ).page
})
beforeEach(async () => {
  await page.goto('/builder')
  await panel().waitFor()
})
afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

const panel = () => page.getByRole('region', { name: 'Probă pe comenzile din trecut' })
const runYesterday = () => panel().getByRole('button', { name: 'Probă pe comenzile de ieri' })
const figures = () => panel().getByRole('table', { name: 'Rezultate' })
const lineOf = (name: string) =>
  figures()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

const WEEKEND: Record<string, string> = { Saturday: 'Sâmbăta', Sunday: 'Duminica' }
/** Saturday and Sunday share their steps. */
const UNSAVED = /^● \d+ interval(e)? nesalvate?$/

/**
 * The demo has separate rules for the weekend; returns which of their steps search by radius. Read right before the trial, since midnight
 * changes it.
 */
function rulesOfYesterday(): { interval: string; radii: readonly number[] } {
  const yesterday = new Date(daysBefore(toWallTime(new Date()).slice(0, 10), 1))
  const weekday = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'long' }).format(yesterday)
  const weekend = WEEKEND[weekday]
  return weekend === undefined ? { interval: 'Ziua', radii: [3, 4] } : { interval: weekend, radii: [1, 2] }
}

/** Edits the steps of yesterday's interval so that few drivers are found and those who ignore an offer are banned. */
async function drawStricterRules(): Promise<void> {
  const { interval, radii } = rulesOfYesterday()
  await page
    .locator('.rule-row')
    .filter({ has: page.getByText(interval, { exact: true }) })
    .locator('.rule-face')
    .click()
  const step = (nth: number) => page.locator('.step-card').nth(nth)
  await step(1).getByLabel('Sancțiuni pentru comenzi ignorate', { exact: true }).check()
  await step(1).getByLabel('Până la locul', { exact: true }).fill('5')
  await step(1).getByLabel('Câte ignorate', { exact: true }).fill('1')
  for (const far of radii)
    await step(far)
      .getByLabel(/^Limită/)
      .fill('600')
  await page.getByText(UNSAVED).waitFor()
}

async function theRules() {
  const { data } = await manager.request(listSearchIntervals)
  return { intervals: data }
}

async function theEndOf(id: number): Promise<Replay> {
  const read = async () => (await manager.request(readReplay, { params: { id } })).data
  await expect.poll(async () => (await read()).status, { timeout: 120_000, interval: 200 }).not.toBe('running')
  return read()
}

test("unsaved rules are tried on yesterday's orders, beside the saved ones and the real results", async () => {
  const before = await theRules()
  await drawStricterRules()
  // The page receives the result once it was seen to wait for it.
  const outcome = /\/api\/search-rules\/replays\/\d+$/
  const isSeen = aGate()
  await intercept(page, outcome, (route) => isSeen.opened.then(() => route.continue()))
  await runYesterday().click()
  await panel().getByText('Proba rulează…').waitFor()
  await panel().getByRole('button', { name: 'Oprește proba' }).waitFor()
  isSeen.open()
  await figures().waitFor({ timeout: 120_000 })
  await page.unroute(outcome)

  const heads = await figures().getByRole('columnheader').allTextContents()
  expect(heads).toEqual(['Măsură', 'În realitate', 'Reguli salvate', 'Reguli pe ecran', 'Diferență'])
  const orders = (await lineOf('Comenzi').getByRole('cell').allTextContents()).slice(0, 3)
  expect(Number(orders[0])).toBeGreaterThan(150)
  expect(new Set(orders).size).toBe(1)
  expect(await lineOf('Neservite').getByRole('cell').last().textContent()).toMatch(/^▼ \+\d+ mai slab$/)
  expect(await lineOf('Banuri automate').getByRole('cell').last().textContent()).toMatch(/^▼ \+\d+ mai slab$/)
  await panel()
    .getByText(/Răspunsurile șoferilor sunt modelate după [\d.]+ (de )?oferte din trecut/)
    .waitFor()
  await panel()
    .getByText(/Regulile de pe ecran ar fi banat \d+/)
    .waitFor()
  await panel().getByText('Cine și când').click()
  const losing = panel().getByRole('list', { name: 'Pierd comenzi' }).getByRole('listitem')
  await expect.poll(() => losing.count()).toBe(5)
  await panel()
    .getByText(/Toți cei \d+/)
    .click()
  const everybody = panel()
    .getByRole('list', { name: /Toți cei/ })
    .getByRole('listitem')
  await expect.poll(() => everybody.count()).toBeGreaterThan(10)
  await looksRightOn(page, 'builder-replay')

  await page.getByText(UNSAVED).waitFor()
  expect(await theRules()).toEqual(before)
  await page
    .locator('.step-card')
    .first()
    .getByLabel(/^Limită/)
    .fill('700')
  await panel().getByText('Regulile s-au schimbat de la această probă.').waitFor()
})

test('a day without stored positions reports that no driver could be found', async () => {
  const days = panel().getByLabel('Ziua probei')
  await expect.poll(() => days.getByRole('option').count()).toBe(32)
  await days.selectOption({ index: 12 })
  await panel().getByRole('button', { name: 'Probă pe comenzile alese' }).click()
  await panel()
    .getByText(/nu s-au păstrat ture și poziții/)
    .waitFor({ timeout: 120_000 })
})

test('an invalid field prevents the trial', async () => {
  await drawStricterRules()
  await page
    .locator('.step-card')
    .first()
    .getByLabel(/^Limită/)
    .fill('0')
  await panel().getByText('Corectați câmpurile marcate, apoi încercați proba.').waitFor()
  expect(await runYesterday().isDisabled()).toBe(true)
})

test('a running trial is found again after a reload and can be stopped', async () => {
  // Trials of other companies come first, because one process runs one after another.
  const admin = await createApiClient(server.url, 'admin@demo.ro')
  const busy: number[] = []
  for (const company_id of [2, 3]) {
    busy.push((await admin.request(startReplay, { body: { company_id, rules: { intervals: [] } } })).data.id)
  }
  const rules = await theRules()
  const list = /\/api\/search-rules\/replays\?/
  // The trial is started outside the page, while the page requests the running trials.
  await intercept(page, list, async (route) => {
    await manager.request(startReplay, { body: { rules } })
    await route.continue()
  })
  await page.reload()
  await panel().getByRole('button', { name: 'Oprește proba' }).click()
  await page.unroute(list)
  await panel().getByText('Proba a fost oprită.').waitFor()
  const { data } = await manager.request(listReplays)
  expect(data[0]?.status).toBe('canceled')
  for (const id of busy) await admin.request(cancelReplay, { params: { id }, body: {} })
})

test('the server is killed during a trial: the trial is marked as failed after the next start, and the next one works', async () => {
  const { data } = await manager.request(startReplay, { body: { rules: await theRules() } })
  await server.kill9()
  server = await startServer({ dataDir, port: server.port, env: { DEMO: 'on' } })
  manager = await createApiClient(server.url, 'manager@demo.ro')
  expect(await theEndOf(data.id)).toMatchObject({ status: 'failed', result: null })
  const again = await manager.request(startReplay, { body: { rules: await theRules() } })
  expect((await theEndOf(again.data.id)).status).toBe('done')
})
