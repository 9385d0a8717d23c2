import { acceptCall, type CallView } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { aGate, intercept } from './browser/intercept.ts'
import { emptied, phoneField, pickup } from './pages/form-helpers.ts'
import { corner, lineOf, waiting } from './pages/telephone-bar.ts'
import { waitForToast } from './pages/toasts.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from './servers/running-server.ts'
import { callsPage } from './telephone/calls-page.ts'
import { openSoundCallers } from './telephone/sound-callers.ts'

/** The time between the answering key and the server's accept, when the caller's form is open without a draft. */

const ENV = { DEMO: 'on' }
const ACCEPT = '**/api/calls/accept'

let dataDir: DataDir
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
/** Places simulated calls. */
let exchange: ApiClient
let api: ApiClient

const goesThrough = (route: Route): Promise<unknown> => route.continue()
/** Route handler of the accept request on its way to the server. */
let onAccept = goesThrough

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ env: ENV, dataDir })
  exchange = await createApiClient(server.url, 'manager@demo.ro')
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser()
  const workspace = await openWorkspace(browser, { address: server.url, fetchesAhead: true })
  context = workspace.context
  page = workspace.page
  // Routed once for all tests: a request sent while a page is just being intercepted may pass unnoticed.
  await page.route(ACCEPT, (route) => onAccept(route))
  await page.goto('/operator/order/0')
  await phoneField(page).waitFor()
})

afterEach(async () => {
  onAccept = goesThrough
  await everybodyHangsUp()
  await page.goto('/operator/order/0')
  await phoneField(page).waitFor()
  await emptied(page)
})

afterAll(async () => {
  await context?.close()
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

const { newUnknownCaller, openedOrder, ring, rowOf, stateOf, everybodyHangsUp } = callsPage({
  api: () => api,
  exchange: () => exchange,
  firstUnknownCaller: 5_000_000,
})

/** A call is answered, but the server's accept does not arrive; this text is typed into its form meanwhile. */
async function answeredIntoSilence(typed: string, becomesOfIt: typeof onAccept): Promise<CallView> {
  const isRequested = aGate()
  // Only once: the reloaded page may send its request before the test sees that it was reloaded.
  onAccept = (route) => {
    onAccept = goesThrough
    isRequested.open()
    return becomesOfIt(route)
  }
  const call = await ring()
  await corner(page).waitFor()
  await page.keyboard.press('F1')
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(call.phone))
  await page.keyboard.type(typed)
  await expect.poll(() => pickup(page).inputValue()).toBe(typed)
  await isRequested.opened
  return call
}

/** The request neither reaches the server nor fails. */
const neverArrives = () => Promise.resolve()

async function standsInOrder0({ phone }: CallView, typed: string) {
  await page.waitForURL('**/operator/order/0**')
  await expect.poll(() => pickup(page).inputValue()).toBe(typed)
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(phone))
}

test("the page reloads before the server's accept: the caller's form opens again with the typed text", async () => {
  const call = await answeredIntoSilence('Strada Lung', (route) => route.fetch())
  await expect.poll(() => stateOf(call)).toBe('started')
  expect(page.url()).toContain('/order/0')
  await page.reload()
  await page.waitForURL(`**/operator/order/${(await rowOf(call))?.order_id}**`)
  await lineOf(page, call.phone).getByText('în convorbire').waitFor()
  await expect.poll(() => pickup(page).inputValue()).toBe('Strada Lung')
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(call.phone))
  await pickup(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('ă')
  await expect.poll(() => pickup(page).inputValue()).toBe('Strada Lungă')
})

test('the page reloads and the accept never reached the server: the call keeps ringing, and its form has the typed text', async () => {
  const call = await answeredIntoSilence('Strada Scurt', neverArrives)
  await page.reload()
  await corner(page).waitFor()
  expect(await stateOf(call)).toBe('pending')
  expect(await pickup(page).inputValue()).toBe('')
  await page.keyboard.press('F1')
  await page.waitForURL(/\/operator\/order\/[1-9]/)
  await expect.poll(() => pickup(page).inputValue()).toBe('Strada Scurt')
  expect(page.url()).toContain(`/order/${(await rowOf(call))?.order_id}`)
})

test('the page reloads and a colleague takes the call: the typed text is in order 0', async () => {
  const call = await answeredIntoSilence('Strada Nou', neverArrives)
  await page.reload()
  await corner(page).waitFor()
  const colleague = await createApiClient(server.url, 'dispecer2@demo.ro')
  await colleague.request(acceptCall, { body: { phone_number: call.phone, sip_caller_id: call.sip_caller_id } })
  await waitForToast(page, 'Ce ați completat a rămas în comanda nouă')
  await standsInOrder0(call, 'Strada Nou')
  expect(await lineOf(page, call.phone).count()).toBe(0)
})

test("the next call is answered before the first is accepted, and a colleague has the first: that call's order opens", async () => {
  const [first, second] = [await ring(), await ring()]
  await expect.poll(() => waiting(page).count()).toBe(2)
  const held: Record<string, () => void> = {}
  onAccept = async (route) => {
    const { phone_number } = route.request().postDataJSON() as { phone_number: string }
    await new Promise<void>((resolve) => {
      held[phone_number] = resolve
    })
    if (phone_number === first.phone) await route.continue()
    else await route.fulfill({ status: 409, json: { code: 'call.taken', message: 'Apel preluat' } })
  }
  await page.keyboard.press('F1')
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(first.phone))
  await waiting(page)
    .filter({ hasText: prettyPhone(second.phone) })
    .click()
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(second.phone))
  await expect.poll(() => Object.keys(held).length).toBe(2)
  held[first.phone]?.()
  await lineOf(page, first.phone).getByText('în convorbire').waitFor()
  // The reply for the first call has arrived, and the focus is still in the second form.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.keys(sessionStorage))))
    .not.toContain(`.${first.id}"`)
  expect(await phoneField(page).inputValue()).toBe(prettyPhone(second.phone))
  held[second.phone]?.()
  await waitForToast(page, 'Apel preluat de un coleg')
  await page.waitForURL(`**/operator/order/${(await rowOf(first))?.order_id}**`)
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(first.phone))
})

test('a call answered before the page has loaded is answered once, and its form stays unchanged', async () => {
  const [pageIsWhole, dispatchersAreNotified, isAccepted] = [aGate(), aGate(), aGate()]
  let [isCallListRequested, requestCount] = [false, 0]
  await intercept(page, '**/assets/take-up-calls*.js', (route) => pageIsWhole.opened.then(() => route.continue()))
  onAccept = async (route) => {
    requestCount += 1
    await isAccepted.opened
    await route.continue()
  }
  try {
    await page.reload()
    const call = await ring()
    await corner(page).waitFor()
    await page.keyboard.press('F1')
    await expect.poll(() => requestCount).toBe(1)
    await intercept(page, '**/api/calls', async (route) => {
      isCallListRequested = true
      await dispatchersAreNotified.opened
      await route.continue()
    })
    pageIsWhole.open()
    await page.waitForResponse('**/assets/take-up-calls*.js')
    await page.keyboard.type('Strada Lung')
    await expect.poll(() => pickup(page).inputValue()).toBe('Strada Lung')
    isAccepted.open()
    await page.waitForURL(`**/operator/order/${await openedOrder(page, call)}**`)
    dispatchersAreNotified.open()
    if (isCallListRequested) await page.waitForResponse('**/api/calls')
    await page.keyboard.type('ă')
    await expect.poll(() => pickup(page).inputValue()).toBe('Strada Lungă')
    expect(requestCount).toBe(1)
  } finally {
    await page.unroute('**/assets/take-up-calls*.js')
    await page.unroute('**/api/calls')
  }
})

test('when the exchange does not know the phone, the answer fails: the form is taken back, and the call keeps ringing', async () => {
  const withSound = await launchBrowser({ withTelephone: true })
  try {
    const callers = await openSoundCallers(withSound, server.url, exchange)
    const { page: workspacePage } = await openWorkspace(withSound, { address: server.url, email: 'dispecer2@demo.ro' })
    await workspacePage.goto('/operator/order/0')
    await workspacePage.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
    await phoneField(page).fill('0733 111 222')
    const phone = newUnknownCaller()
    const isSeen = aGate()
    onAccept = (route) => isSeen.opened.then(() => route.continue())
    await callers.ring(phone)
    await corner(page).waitFor()
    await page.keyboard.press('F1')
    await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(phone))
    isSeen.open()
    await expect.poll(() => page.locator(':focus').inputValue()).toBe('0733 111 222')
    await corner(page).waitFor()
    expect(await callers.stateOf(phone)).toBe('dialling')
    await corner(workspacePage).waitFor()
    await workspacePage.keyboard.press('F1')
    await lineOf(workspacePage, phone).getByText('în convorbire').waitFor()
    await callers.hangUp(phone)
  } finally {
    await withSound.close()
  }
})

test('the server dies at the answering key: phone and address are in order 0, also after it is back', async () => {
  const call = await ring()
  await corner(page).waitFor()
  const { port } = server
  await server.kill9()
  await page.keyboard.press('F1')
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(call.phone))
  await page.keyboard.type('Strada Lungă')
  await expect.poll(() => page.evaluate(() => JSON.stringify(Object.keys(sessionStorage)))).not.toContain('.answering.')
  await standsInOrder0(call, 'Strada Lungă')
  const lost = page.getByRole('alert').filter({ hasText: 'Conexiune pierdută' })
  await lost.waitFor()
  server = await startServer({ env: ENV, dataDir, port })
  await lost.waitFor({ state: 'detached' })
  await standsInOrder0(call, 'Strada Lungă')
})
