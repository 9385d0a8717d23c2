import { type CallView, listCallColleagues } from '@dispecerat/contract/telephony/calls'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from './api/api-client.ts'
import { liveAfter } from './browser/console-browser.ts'
import { aGate, intercept } from './browser/intercept.ts'
import { type TwoDispatchers, twoDispatchers } from './fixtures/two-dispatchers.ts'
import { chooseFromRowMenu } from './pages/form-helpers.ts'
import { lineOf, waiting } from './pages/telephone-bar.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { callsPage } from './telephone/calls-page.ts'

let desks: TwoDispatchers
let exchange: ApiClient
let api: ApiClient
let page: Page
let colleague: Page

beforeAll(async () => {
  desks = await twoDispatchers()
  ;({ exchange, api, page, colleague } = desks)
})

afterEach(async () => {
  await everybodyHangsUp()
  await desks.areQuiet()
})

afterAll(async () => {
  await desks?.[Symbol.asyncDispose]()
})

const { ring, openedOrder, everybodyHangsUp } = callsPage({
  api: () => api,
  exchange: () => exchange,
  firstUnknownCaller: 7_500_000,
})
const line = (on: Page, { phone }: CallView) => lineOf(on, phone)

/** A call that this dispatcher answered, with its order open. */
async function talks() {
  const call = await ring()
  await waiting(page).first().waitFor()
  await page.keyboard.press('F1')
  await line(page, call).waitFor()
  return { call, orderId: await openedOrder(page, call) }
}

/** Transfers the call to the colleague, chosen by name. */
async function passOn() {
  await page.keyboard.press('Alt+KeyT')
  const dialog = page.getByRole('dialog', { name: /Transferă apelul/ })
  await dialog.getByRole('list', { name: 'Coleg' }).getByRole('button').first().waitFor()
  const name = await nameOf(colleague)
  await dialog.getByRole('textbox', { name: 'Coleg' }).fill(name.slice(0, 4))
  // Enter does nothing while the list says that the colleague is unavailable.
  await dialog.getByRole('button', { name, disabled: false }).waitFor()
  await page.keyboard.press('Enter')
  await waitForToast(page, `Apelul a fost predat: ${name}`)
}

test('a call is transferred by name: the colleague gets it with its order open and the name of the first dispatcher', async () => {
  const { call, orderId } = await talks()
  await passOn()
  await line(page, call).waitFor({ state: 'detached' })
  await line(colleague, call).getByText('în convorbire').waitFor()
  await colleague.waitForURL(`**/operator/order/${orderId}**`)
  await waitForToast(colleague, /Preluat de la/)
})

test("a page that is still loading when a call is transferred to it opens the call's order once it has loaded", async () => {
  const pageIsWhole = aGate()
  await intercept(colleague, '**/assets/ring-life*.js', (route) => pageIsWhole.opened.then(() => route.continue()))
  await liveAfter(colleague, () => colleague.reload())
  const { call, orderId } = await talks()
  await passOn()
  await line(colleague, call).getByText('în convorbire').waitFor()
  pageIsWhole.open()
  await colleague.waitForURL(`**/operator/order/${orderId}**`)
})

test("a colleague's call is taken over from the head of the order and from its row; the colleague sees by whom", async () => {
  const { call, orderId } = await talks()
  const [me, other] = [await nameOf(page), await nameOf(colleague)]
  const letToastsGo = await keepToasts(page)

  await colleague.goto(`/operator/order/${orderId}`)
  const anyway = colleague.getByRole('button', { name: 'Modific totuși' })
  await anyway.waitFor()
  await colleague.getByRole('button', { name: 'Preia apelul' }).waitFor()
  await colleague.keyboard.press('Alt+KeyP')
  const dialog = colleague.getByRole('dialog', { name: /Preluați apelul/ })
  await dialog.getByRole('button', { name: 'Preia apelul' }).click()
  await line(colleague, call).getByText('în convorbire').waitFor()
  await page.getByText(`${other} a preluat apelul cu`).waitFor()
  await letToastsGo()
  await line(page, call).waitFor({ state: 'detached' })
  // A dispatcher who talks to the client may edit the client's order.
  await anyway.waitFor({ state: 'detached' })

  await keepToasts(colleague)
  await page.goto('/operator?tab=in-call')
  const row = page.locator(`[data-order="${orderId}"]`).getByRole('link')
  await row.focus()
  await chooseFromRowMenu(page, 'Preia apelul')
  await page
    .getByRole('dialog', { name: /Preluați apelul/ })
    .getByRole('button', { name: 'Preia apelul' })
    .click()
  await line(page, call).getByText('în convorbire').waitFor()
  await colleague.getByText(`${me} a preluat apelul cu`).waitFor()
  await line(colleague, call).waitFor({ state: 'detached' })
})

async function nameOf(page: Page): Promise<string> {
  const { userId, token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('dispecerat.session') ?? '{}') as { userId: number; token: string },
  )
  expect(token).toBeTruthy()
  const colleagues = await api.request(listCallColleagues)
  return colleagues.data.find(({ id }) => id === userId)?.name ?? ''
}
