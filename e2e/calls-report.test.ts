import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { listCallsForReport, readCallsReport, sizeCallsReport } from '@dispecerat/contract/telephony/call-reports'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysBefore } from '../apps/console/src/shared/totals/days.ts'
import { fromWallTime, toWallTime } from '../apps/console/src/text/format.ts'
import { createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { csvRows } from './browser/csv-rows.ts'
import { RECORDED_SECONDS, recordACall } from './fixtures/recorded-call.ts'
import { aDemoDatabase } from './servers/demo-data.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let sounds: string
let server: DemoServer
let browser: Browser
let page: Page

beforeAll(async () => {
  sounds = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-sounds-'))
  const database = await aDemoDatabase()
  await recordACall(database, sounds)
  server = await startDemo({ database, env: { RECORDINGS_DIR: sounds } })
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  fs.rmSync(sounds, { recursive: true, force: true })
})

const PLAYS = 'select count(*)::int as n from call_recording_plays'

const days = () => page.getByRole('region', { name: 'Apeluri pe zile' }).getByRole('table')
const calls = () => page.getByRole('region', { name: /^Apelurile/ })
const listed = () => calls().locator('tbody tr')

test('the calls of the week: figures, bars, days and dispatchers', async () => {
  await page.goto(`${server.url}/reports/calls`)
  await page.getByRole('heading', { name: 'Raport apeluri' }).waitFor()
  await days().waitFor()
  await expect.poll(() => days().locator('tbody tr').count()).toBe(7)
  await page.getByRole('region', { name: 'Pe dispeceri' }).getByRole('button').first().waitFor()
  await listed().first().waitFor()
})

test('by keyboard: a day leads to its calls, a dispatcher to their own, an order to itself', async () => {
  const day = days().getByRole('button').nth(1)
  await day.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Apelurile din/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('at')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await page.getByRole('button', { name: 'Arată toate apelurile perioadei' }).click()
  await page.getByRole('region', { name: 'Pe dispeceri' }).getByRole('button').first().focus()
  await page.keyboard.press('Space')
  await page.getByRole('heading', { name: /^Apelurile: / }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: /^Apelurile \(/ }).waitFor()
  await calls().getByRole('combobox').selectOption({ label: '✓ Preluat' })
  await expect.poll(() => new URL(page.url()).searchParams.get('outcome')).toBe('answered')
  // The previous calls stay on the screen until the requested ones arrive.
  await expect.poll(() => listed().filter({ hasNotText: '✓ Preluat' }).count()).toBe(0)
  await calls().getByRole('link').first().click()
  await page.getByRole('dialog', { name: /^Comanda \d+/ }).waitFor()
})

test('a recorded call plays in the list and at its order; who listened is recorded', async () => {
  await page.goto(`${server.url}/reports/calls`)
  const listen = calls().getByRole('button', { name: /^Ascultă convorbirea din/ })
  await listen.focus()
  await page.keyboard.press('Enter')
  const player = calls().locator('audio')
  await player.and(page.locator(':focus')).waitFor()
  const sound = () =>
    player.evaluate((one) => {
      const { duration, paused } = one as HTMLAudioElement
      return { duration, paused }
    })
  await expect.poll(sound).toEqual({ duration: RECORDED_SECONDS, paused: false })
  await page.keyboard.press('Space')
  await expect.poll(async () => (await sound()).paused).toBe(true)
  await listed()
    .filter({ has: page.locator('audio') })
    .getByRole('link')
    .click()
  const order = page.getByRole('dialog', { name: /^Comanda \d+/ })
  await order.getByRole('button', { name: 'Istoric procesare' }).click()
  await page.getByRole('heading', { name: 'Convorbiri înregistrate' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Convorbiri înregistrate' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await order.waitFor({ state: 'detached' })
  await expect.poll(async () => (await server.database.pool.query(PLAYS)).rows).toEqual([{ n: 1 }])
})

/**
 * 76 days, so many that the page asks before loading; the demo's calls are in the last 35. The dates stay the same if midnight passes
 * meanwhile.
 */
const LONG_PERIOD = (() => {
  const today = toWallTime(new Date()).slice(0, 10)
  const [from, to] = [`${daysBefore(today, 75)} 00:00:00`, `${today} 23:59:59`]
  const wire = (wall: string) => toWireTime(fromWallTime(wall) ?? new Date(0))
  return { address: `/reports/calls?from=${from}&to=${to}`, query: { date_from: wire(from), date_to: wire(to) } }
})()

const digits = (text: string | null) => Number((text ?? '').replace(/\D/g, ''))

test('by month, after confirming the number of calls to read: rows, bars, file and the calls behind a month match the server', async () => {
  const { address, query } = LONG_PERIOD
  const fixture = await createApiClient(server.url, 'dispecer@demo.ro')
  const report = await fixture.request(readCallsReport, { query: { ...query, by: 'month' } })
  const newestFirst = report.rows.toReversed()
  const { calls: size } = await fixture.request(sizeCallsReport, { query })
  expect(size).toBeGreaterThan(0)
  await page.goto(server.url + address)
  const estimate = page.getByText(/Se citesc cam [\d.]+ (de )?apeluri\./)
  await estimate.waitFor()
  expect(digits(/Se citesc cam ([\d.]+)/.exec((await estimate.textContent()) ?? '')?.[1] ?? '')).toBe(size)
  await page.getByRole('button', { name: 'Arată raportul' }).click()
  await expect.poll(() => days().locator('tbody tr').count()).toBe(76)
  await page.getByLabel('Grupează după').selectOption({ label: 'luni' })
  const months = page.getByRole('region', { name: 'Apeluri pe luni' })
  const rows = months.getByRole('table').locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(newestFirst.length)
  const column = async (n: number) => (await rows.locator(`td:nth-of-type(${n})`).allTextContents()).map(digits)
  expect(await column(1)).toEqual(newestFirst.map(({ offered }) => offered))
  expect(await column(8)).toEqual(newestFirst.map(({ orders }) => orders))
  expect(await months.locator('.call-bar').count()).toBe(newestFirst.length)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const { head, lines } = await csvRows(await saved)
  expect(head[1]).toBe('Primite')
  expect(lines.map((line) => Number(line[1]))).toEqual(report.rows.map(({ offered }) => offered))

  // On the first of a month the newest month has hardly any calls.
  const [month] = newestFirst.toSorted((a, b) => b.offered - a.offered)
  if (!month) throw new Error('the demo has no month')
  const behind = await fixture.request(listCallsForReport, { query: { date_from: month.from, date_to: month.to } })
  await rows.nth(newestFirst.indexOf(month)).getByRole('button').click()
  const title = page.getByRole('heading', { name: /^Apelurile din / })
  await expect
    .poll(async () => digits(/\((.*)\)/.exec((await title.textContent()) ?? '')?.[1] ?? ''))
    .toBe(behind.meta.total)
  await expect.poll(() => months.locator('.call-bar.is-chosen').count()).toBe(1)
})

test('by company: a user of several companies sees whose phones rang; a company leads to its own report and back', async () => {
  const { address, query } = LONG_PERIOD
  const installation = await createApiClient(server.url, 'admin@demo.ro')
  const { companies, totals } = await installation.request(readCallsReport, { query: { ...query, by: 'company' } })
  expect(companies.length).toBeGreaterThan(1)
  const own = (await openWorkspace(browser, { address: server.url, email: 'admin@demo.ro' })).page
  await own.goto(`${address}&by=company`)
  await own.getByRole('button', { name: 'Arată raportul' }).click()
  const table = own.getByRole('table', { name: 'Pe companii' })
  const rows = table.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(companies.length)
  expect(await rows.locator('th').allTextContents()).toEqual(companies.map(({ company_name }) => company_name))
  expect((await rows.locator('td:nth-of-type(1)').allTextContents()).map(digits)).toEqual(
    companies.map(({ offered }) => offered),
  )
  expect(await own.locator('.call-bar').count()).toBe(companies.length)
  const offered = own
    .locator('.call-totals > div')
    .filter({ hasText: /^Primite/ })
    .locator('dd')
  expect(digits(await offered.textContent())).toBe(totals.offered)

  const saved = own.waitForEvent('download')
  await own.getByRole('button', { name: 'Export CSV' }).click()
  const { lines } = await csvRows(await saved)
  expect(lines.map((line) => [line[0], Number(line[1])])).toEqual(
    companies.map((one) => [one.company_name, one.offered]),
  )

  const last = companies.at(-1)
  await rows.last().getByRole('button').click()
  await own.waitForURL(new RegExp(`company=${last?.company_id}`))
  await expect.poll(async () => digits(await offered.textContent())).toBe(last?.offered)
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().getByRole('button').click()
  await own.waitForURL((url) => !url.searchParams.has('company'))
  await expect.poll(() => rows.count()).toBe(companies.length)
  await own.context().close()
})
