import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { requestAtOnce } from './browser/at-once.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { lineOf, waiting } from './pages/telephone-bar.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'
import { callsPage } from './telephone/calls-page.ts'
import { audibleNotes, bugPage, soundWithin } from './telephone/page-sound.ts'
import { openSoundCallers, type SoundCallers } from './telephone/sound-callers.ts'

/** A caller on hold hears at most background noise. */
const MIN_ENERGY = 0.001

let server: DemoServer
let browser: Browser
let api: ApiClient
let callers: SoundCallers
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser({ withTelephone: true })
  callers = await openSoundCallers(browser, server.url, await createApiClient(server.url, 'manager@demo.ro'))
  page = await openPhone('dispecer@demo.ro')
})

afterEach(async () => {
  for (const { phone } of await openCalls()) await callers.hangUp(phone)
  await expect.poll(async () => (await openCalls()).length).toBe(0)
  await expect.poll(() => waiting(page).count()).toBe(0)
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const { newUnknownCaller, openCalls, callOf } = callsPage({ api: () => api, firstUnknownCaller: 2_000_000 })

async function openPhone(email: string): Promise<Page> {
  const { context, page: workspacePage } = await openWorkspace(browser, { address: server.url, email })
  await bugPage(context)
  await workspacePage.goto('/operator/order/0')
  await workspacePage.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
  return workspacePage
}

/** A call rings and the longest waiting one is answered. */
async function answerNext(phone: string, hertz: number) {
  await callers.ring(phone, hertz)
  await waiting(page).first().waitFor()
  await page.keyboard.press('F1')
  await lineOf(page, phone).getByText('în convorbire').waitFor()
  await expect.poll(() => callers.stateOf(phone)).toBe('talking')
}

test('fifteen calls ring; the sixteenth gets busy; one that gives up leaves the bar', async () => {
  const phones = Array.from({ length: 15 }, newUnknownCaller)
  for (const phone of phones) await callers.ring(phone)
  await expect.poll(() => waiting(page).count()).toBe(15)
  const late = newUnknownCaller()
  await callers.ring(late)
  await expect.poll(() => callers.stateOf(late)).toBe('busy')
  const [first = ''] = phones
  await callers.hangUp(first)
  await expect.poll(() => waiting(page).count()).toBe(14)
  await expect.poll(() => callOf(first)).toBeUndefined()
})

test("an answered caller has sound both ways, on hold neither; the draft opens with the caller's phone", async () => {
  const phone = newUnknownCaller()
  await answerNext(phone, 880)
  await page.waitForURL(/\/operator\/order\/[1-9]/)
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Telefon', exact: true }).inputValue())
    .toBe(prettyPhone(phone))
  await expect.poll(async () => (await soundWithin(page, 1000)).energy).toBeGreaterThan(MIN_ENERGY)
  await expect.poll(async () => (await callers.hears(phone, 2000)).energy).toBeGreaterThan(MIN_ENERGY)
  await expect.poll(() => audibleNotes(page)).toEqual([880])
  await looksRightOn(page, 'telephone-talking')

  await page.keyboard.press('F1')
  await expect.poll(() => callers.isHeld(phone)).toBe(true)
  await expect.poll(async () => (await callOf(phone))?.state).toBe('on_hold')
  await expect.poll(() => audibleNotes(page)).toEqual([])
  await expect.poll(async () => (await callers.hears(phone, 1500)).energy).toBeLessThan(MIN_ENERGY)

  await page.keyboard.press('F1')
  await expect.poll(() => callers.isHeld(phone)).toBe(false)
  await expect.poll(async () => (await callOf(phone))?.state).toBe('started')
  await expect.poll(() => audibleNotes(page)).toEqual([880])
  await expect.poll(async () => (await callers.hears(phone, 2000)).energy).toBeGreaterThan(MIN_ENERGY)

  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => callers.stateOf(phone)).toBe('over')
  await lineOf(page, phone).waitFor({ state: 'detached' })
  await expect.poll(() => callOf(phone)).toBeUndefined()
})

test('four lines: only the active one is heard; the others are held, resume by their keys, and may hang up', async () => {
  const phones = Array.from({ length: 4 }, newUnknownCaller)
  for (const [n, phone] of phones.entries()) await answerNext(phone, 500 + 300 * n)
  const [first = '', second = ''] = phones
  await expect.poll(async () => (await openCalls()).filter(({ state }) => state === 'on_hold').length).toBe(3)
  for (const phone of phones.slice(0, 3)) await expect.poll(() => callers.isHeld(phone)).toBe(true)
  await expect.poll(() => audibleNotes(page)).toEqual([1400])

  await lineOf(page, first).getByRole('button', { name: /Reia/ }).click()
  await expect.poll(() => audibleNotes(page)).toEqual([500])
  await expect.poll(() => callers.isHeld(phones[3] ?? '')).toBe(true)

  await callers.hangUp(second)
  await lineOf(page, second).waitFor({ state: 'detached' })
  await expect.poll(() => callOf(second)).toBeUndefined()
  await expect.poll(() => audibleNotes(page)).toEqual([500])
  await callers.hangUp(first)
  await lineOf(page, first).waitFor({ state: 'detached' })
  await expect.poll(() => audibleNotes(page)).toEqual([])
})

test("two dispatchers answer in the same moment: one has the call, the other's phone stops and says why", async () => {
  const other = await openPhone('dispecer2@demo.ro')
  const phone = newUnknownCaller()
  await callers.ring(phone, 660)
  for (const workspacePage of [page, other]) await waiting(workspacePage).first().waitFor()
  // Both press before either receives the other's event.
  const letGo = await requestAtOnce([page, other], '**/api/calls/accept', 2)
  const letToastsGo = await keepToasts(page)
  await keepToasts(other)
  const firstToast = Promise.any(
    [page, other].map(async (workspacePage) => {
      await workspacePage.getByText('Apel preluat de un coleg').first().waitFor()
      return workspacePage
    }),
  )
  await Promise.all([page, other].map((workspacePage) => workspacePage.keyboard.press('F1')))
  const loser = await firstToast
  const winner = loser === page ? other : page
  await lineOf(winner, phone).waitFor()
  await expect.poll(() => callers.stateOf(phone)).toBe('talking')
  await expect.poll(() => audibleNotes(winner)).toEqual([660])
  await expect.poll(() => audibleNotes(loser)).toEqual([])
  await waiting(loser).first().waitFor({ state: 'detached' })
  await letGo()
  await letToastsGo()
  await other.context().close()
})

test('a blocked number makes no phone ring', async () => {
  const phone = newUnknownCaller()
  await api.request(blockPhone, { body: { phone, reason: 'Comenzi false' } })
  await callers.ring(phone)
  await expect.poll(() => callers.stateOf(phone)).toBe('refused')
  expect(await waiting(page).count()).toBe(0)
})

test('a client is called from the order and talks, or is busy', async () => {
  const phone = newUnknownCaller()
  await callers.ring(phone)
  await waiting(page).first().waitFor()
  await callers.hangUp(phone)
  await expect.poll(() => waiting(page).count()).toBe(0)
  const places = [{ name: 'Strada Lungă 5', lat: 45.65, long: 25.6 }]
  const { data } = await api.request(createOrder, { body: { client_phone: phone, name: 'Ana Pop', places } })
  await page.goto(`/operator/order/${data.id}`)
  await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()

  await callers.whenRungUp('answers')
  await page.getByRole('button', { name: 'Sună Ana Pop' }).click()
  await lineOf(page, phone).waitFor()
  await expect.poll(async () => (await callOf(phone))?.reached_at ?? null).not.toBeNull()
  expect((await callOf(phone))?.direction).toBe('out')
  await expect.poll(() => audibleNotes(page)).toEqual([440])
  expect(await waiting(page).count()).toBe(0)
  await lineOf(page, phone)
    .getByRole('button', { name: /Închide/ })
    .click()
  await lineOf(page, phone).waitFor({ state: 'detached' })

  await callers.whenRungUp('is busy')
  await page.getByRole('button', { name: 'Sună Ana Pop' }).click()
  await waitForToast(page, 'Ocupat')
  await lineOf(page, phone).waitFor({ state: 'detached' })
})
