import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import { ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { noToasts } from './pages/form-helpers.ts'
import { lineOf, lines, waiting } from './pages/telephone-bar.ts'
import { keepToasts } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'
import { callsPage } from './telephone/calls-page.ts'
import { audibleNotes, bugPage, cutPhone, plugMicrophone, pullMicrophone } from './telephone/page-sound.ts'
import { openSoundCallers, type SoundCallers } from './telephone/sound-callers.ts'

let server: DemoServer
let browser: Browser
let api: ApiClient
let callers: SoundCallers
let context: BrowserContext
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser({ withTelephone: true })
  callers = await openSoundCallers(browser, server.url, await createApiClient(server.url, 'manager@demo.ro'))
  const workspace = await openWorkspace(browser, { address: server.url })
  context = workspace.context
  page = workspace.page
  await bugPage(context)
  await page.goto('/operator/order/0')
  await chip(page, 'înregistrat').waitFor()
})

afterEach(async () => {
  for (const { phone } of await openCalls()) await callers.hangUp(phone)
  await expect.poll(async () => (await openCalls()).length).toBe(0)
  await expect.poll(async () => [await waiting(page).count(), await lines(page).count()]).toEqual([0, 0])
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

/** A caller whose line is not active hears at most background noise. */
const MIN_ENERGY = 0.001

declare const players: HTMLAudioElement[]

/** Repeats the browser's autoplay rule in the page, because a page driven from outside counts as used from the start. */
const PRESS_FIRST = `
  let pressed = false
  for (const press of ['keydown', 'pointerdown']) window.addEventListener(press, () => { pressed = true }, true)
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    return pressed ? play.call(this) : Promise.reject(new DOMException('press first', 'NotAllowedError'))
  }`

const { newUnknownCaller, openCalls, callOf } = callsPage({ api: () => api, firstUnknownCaller: 3_000_000 })
const chip = (on: Page, state: string) => on.getByRole('button', { name: `Telefon: ${state}` })

async function answered(on: Page, hertz: number): Promise<string> {
  const phone = newUnknownCaller()
  await callers.ring(phone, hertz)
  await waiting(on)
    .filter({ hasText: prettyPhone(phone) })
    .waitFor()
  await on.keyboard.press('F1')
  await lineOf(on, phone).getByText('în convorbire').waitFor()
  await expect.poll(() => audibleNotes(on)).toContain(hertz)
  return phone
}

test('a page reloaded during a call gets the caller back, with the order', async () => {
  const phone = await answered(page, 600)
  await page.waitForURL(/\/operator\/order\/[1-9]/)
  const address = page.url()
  await Promise.all([expect.poll(() => callers.isHeld(phone)).toBe(true), page.reload()])
  await chip(page, 'înregistrat').waitFor()
  await expect.poll(() => audibleNotes(page)).toEqual([600])
  await expect.poll(() => callers.isHeld(phone)).toBe(false)
  await lineOf(page, phone).getByText('în convorbire').waitFor()
  expect(page.url()).toBe(address)
  expect((await callOf(phone))?.state).toBe('started')
})

test('held calls stay held over a reload, each with its order; the active call is active again', async () => {
  const first = await answered(page, 500)
  const second = await answered(page, 800)
  const third = await answered(page, 1100)
  const orders = async () => {
    const calls = await openCalls()
    return [first, second, third].map((phone) => calls.find((call) => call.phone === phone)?.order_id)
  }
  await expect.poll(async () => (await openCalls()).filter(({ state }) => state === 'on_hold').length).toBe(2)
  const before = await orders()
  await Promise.all([expect.poll(() => callers.isHeld(third)).toBe(true), page.reload()])
  await chip(page, 'înregistrat').waitFor()
  await expect.poll(() => audibleNotes(page)).toEqual([1100])
  await expect.poll(() => callers.isHeld(third)).toBe(false)
  for (const phone of [first, second]) {
    await lineOf(page, phone).getByText('în așteptare').waitFor()
    await expect.poll(() => callers.isHeld(phone)).toBe(true)
    expect((await callOf(phone))?.state).toBe('on_hold')
  }
  expect(await orders()).toEqual(before)

  await lineOf(page, first).getByRole('button', { name: /Reia/ }).click()
  await expect.poll(() => audibleNotes(page)).toEqual([500])
  await expect.poll(() => callers.isHeld(third)).toBe(true)
})

test('a microphone is unplugged during a call: the page says so, the call goes on, and the next microphone is heard', async () => {
  const phone = await answered(page, 640)
  await expect.poll(async () => (await callers.hears(phone, 1500)).energy).toBeGreaterThan(MIN_ENERGY)
  await pullMicrophone(page)
  await chip(page, 'fără microfon').waitFor()
  await page
    .getByText(/Convorbirea continuă; conectați alt microfon/)
    .first()
    .waitFor()
  await expect.poll(async () => (await callers.hears(phone, 1500)).energy).toBeLessThan(MIN_ENERGY)
  await expect.poll(() => audibleNotes(page)).toEqual([640])
  expect((await callOf(phone))?.state).toBe('started')

  await plugMicrophone(page)
  await chip(page, 'înregistrat').waitFor()
  await expect.poll(async () => (await callers.hears(phone, 1500)).energy).toBeGreaterThan(MIN_ENERGY)
})

test('the chosen speaker is used for ringing and for voices, and replaced while it is unplugged', async () => {
  const sinks = () => page.evaluate(() => players.filter(({ paused }) => !paused).map((player) => player.sinkId !== ''))
  await chip(page, 'înregistrat').click()
  const choice = page.getByLabel('Difuzor sau căști')
  await expect.poll(() => choice.locator('option').count()).toBeGreaterThan(1)
  await choice.selectOption({ index: 1 })
  await page.keyboard.press('Escape')
  await page.reload()
  await chip(page, 'înregistrat').waitFor()

  const phone = newUnknownCaller()
  await callers.ring(phone, 560)
  await expect.poll(sinks).toEqual([true])
  await page.keyboard.press('F1')
  await expect.poll(() => audibleNotes(page)).toEqual([560])
  await expect.poll(sinks).toEqual([true])

  await page.evaluate(() => {
    const { mediaDevices } = navigator
    mediaDevices.enumerateDevices = async () => []
    mediaDevices.dispatchEvent(new Event('devicechange'))
  })
  await expect.poll(sinks).toEqual([false])
  await expect.poll(() => audibleNotes(page)).toEqual([560])
  await page.evaluate(() => localStorage.removeItem('dispecerat.speaker'))
})

test("a call goes on while the telephone's websocket is cut, and can be held once it is back", async () => {
  const phone = await answered(page, 720)
  await Promise.all([chip(page, 'se conectează').waitFor(), cutPhone(page)])
  await expect.poll(() => audibleNotes(page)).toEqual([720])
  await chip(page, 'înregistrat').waitFor()
  await lineOf(page, phone).getByRole('button', { name: /Ține/ }).click()
  await expect.poll(async () => (await callOf(phone))?.state).toBe('on_hold')
  await expect.poll(() => audibleNotes(page)).toEqual([])
  await lineOf(page, phone)
    .getByRole('button', { name: /Închide/ })
    .click()
  await expect.poll(() => callers.stateOf(phone)).toBe('over')
})

test('a second tab acts through the first, takes the telephone over with its calls, and returns it when it closes', async () => {
  const phone = await answered(page, 840)
  const second = await context.newPage()
  await second.goto('/settings/account')
  await chip(second, 'altă filă').waitFor()
  await lineOf(second, phone).waitFor()
  await looksRightOn(second, 'telephone-other-tab')
  await lineOf(second, phone).getByRole('button', { name: /Ține/ }).click()
  await expect.poll(() => callers.isHeld(phone)).toBe(true)
  await lineOf(second, phone).getByRole('button', { name: /Reia/ }).click()
  await expect.poll(() => callers.isHeld(phone)).toBe(false)

  await second.getByRole('button', { name: 'Preia aici' }).click()
  await chip(second, 'înregistrat').waitFor()
  await chip(page, 'altă filă').waitFor()
  await expect.poll(() => audibleNotes(second)).toEqual([840])
  await second.waitForURL(/\/order\/[1-9]/)
  await expect.poll(() => audibleNotes(page)).toEqual([])
  await second.close()
  await chip(page, 'înregistrat').waitFor()
  await expect.poll(() => audibleNotes(page)).toEqual([840])
})

test('a browser that may not play sound before a press: a returning caller is heard after one key', async () => {
  const phone = await answered(page, 760)
  await context.addInitScript(PRESS_FIRST)
  await page.reload()
  await page.getByRole('button', { name: /Sunet blocat/ }).waitFor()
  await expect.poll(() => callers.isHeld(phone)).toBe(false)
  await page.getByText('Apăsați orice tastă ca să auziți.').first().waitFor()
  expect(await audibleNotes(page)).toEqual([])
  await page.keyboard.press('Shift')
  await expect.poll(() => audibleNotes(page)).toEqual([760])
  await page.getByRole('button', { name: /Sunet blocat/ }).waitFor({ state: 'detached' })
})

test('without a microphone the telephone says so, and calls without audio are answered as before', async () => {
  const deaf = await launchBrowser()
  try {
    const { page } = await openWorkspace(deaf, { address: server.url, email: 'dispecer2@demo.ro' })
    await page.goto('/settings/account')
    await chip(page, 'fără microfon').click()
    await page.getByText('Apelurile se pot prelua și fără sunet din bara de apeluri.').waitFor()
    const { data: call } = await (await createApiClient(server.url, 'manager@demo.ro')).request(ringSimulatedCall, {
      body: { phone: newUnknownCaller() },
    })
    await waiting(page).first().waitFor()
    await page.keyboard.press('F1')
    await lineOf(page, call.phone).getByText('în convorbire').waitFor()
    await lineOf(page, call.phone)
      .getByRole('button', { name: /Închide/ })
      .click()
    await expect.poll(async () => (await openCalls()).length).toBe(0)
  } finally {
    await deaf.close()
  }
})

/** On the page's own host, to which the content security policy lets it connect. */
const NOBODY = '/nobody-answers'
const REFUSALS: [key: string, value: string | null, alert: string][] = [
  ['sipUrl', null, 'Sip URL not set. Calls not available.'],
  ['sipPassword', null, 'Sip password not set. Calls not available.'],
  ['sipWs', null, 'Sip websocket not set. Calls not available.'],
  ['sipPassword', 'altceva', 'SIP is disabled'],
  ['sipWs', NOBODY, 'SIP is disabled'],
]

test('missing settings, a wrong password and a silent exchange show the texts of the specification', async () => {
  const mihai = await createApiClient(server.url, 'dispecer2@demo.ro')
  const known = (await mihai.request(readOwnMeta)).data
  const { context: other, page } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
  for (const [key, value, alert] of REFUSALS) {
    const replaced = value === NOBODY ? server.url.replace('http', 'ws') + NOBODY : value
    const data = known.flatMap((one) => (one.key !== key ? [one] : replaced === null ? [] : [{ key, value: replaced }]))
    await other.route('**/api/account/meta', (route) => route.fulfill({ json: { data } }))
    await page.goto('/settings/account')
    await keepToasts(page)
    await page.getByText(alert).first().waitFor()
    await chip(page, 'neînregistrat').waitFor()
    await other.unroute('**/api/account/meta')
  }
  await page
    .getByText('Can not connect to SIP server. Please check your network connection or SIP credentials')
    .first()
    .waitFor()
  await noToasts(page)
  await chip(page, 'neînregistrat').click()
  await looksRightOn(page, 'telephone-refused')
  await page.getByRole('button', { name: 'Încearcă din nou' }).click()
  await chip(page, 'înregistrat').waitFor()
  await other.close()
})

test('after logging out the phone no longer rings', async () => {
  await page.goto('/logout')
  await page.waitForURL((url) => url.pathname === '/')
  const phone = newUnknownCaller()
  await callers.ring(phone)
  await expect.poll(async () => (await callOf(phone))?.state).toBe('pending')
  expect(await callers.stateOf(phone)).toBe('dialling')
})
