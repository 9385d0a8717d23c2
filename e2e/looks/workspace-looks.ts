import { addPriorityWindow } from '@dispecerat/contract/fleet/priority-windows'
import { moveToPending } from '@dispecerat/contract/orders/orders'
import type { Page, WebSocketRoute } from 'playwright-core'
import { expect } from 'vitest'
import { blurAll } from '../pages/form-helpers.ts'
import { type DemoFixture, SQUARE } from './demo-fixture.ts'
import { DISPATCHER, type Screen } from './screen.ts'

const dispatcher = { who: DISPATCHER }

export const workspaceScreens: Screen[] = [
  {
    ...dispatcher,
    at: '/dashboard',
    states: {
      'profile-menu': async (page) => {
        await page.getByRole('button', { name: 'Dana Șerban' }).click()
        await page.getByRole('menuitem', { name: 'Deconectare' }).waitFor()
      },
    },
  },
  {
    ...dispatcher,
    at: '/nicaieri',
    states: { 'not-found': (page) => page.getByText('Pagina nu există.').waitFor() },
  },
  {
    ...dispatcher,
    at: '/settings/account',
    states: { account: (page) => page.getByText('sesiunea aceasta').waitFor() },
  },
  {
    ...dispatcher,
    at: '/operator/order/0?tab=in-call',
    states: {
      'operator-empty-list': async (page) => {
        await page.getByText('Bravo, nu ai niciun client în așteptare!').waitFor()
        const game = page.getByRole('region', { name: 'Piatră, hârtie, foarfecă' })
        await game.getByRole('button', { name: /^Piatră/ }).waitFor()
      },
    },
  },
  {
    ...dispatcher,
    at: '/operator/order/0?tab=finished',
    states: {
      'operator-full-list': (page) => page.locator('[data-order]').nth(14).waitFor(),
      'operator-search-in-vain': async (page) => {
        await page.getByRole('textbox', { name: 'Caută adresă sau indicativ' }).fill('nicăieri')
        await page.getByText('Nicio comandă nu se potrivește.').waitFor()
      },
    },
  },
  {
    ...dispatcher,
    at: '/operator/order/0?tab=canceled',
    states: {
      'row-menu': async (page) => {
        const rows = page.locator('[data-order]').filter({ hasNot: page.getByRole('button') })
        await rows.first().getByRole('link').focus()
        await page.keyboard.press('Shift+F10')
        await page.getByRole('menuitem', { name: 'Duplică' }).waitFor()
      },
      question: async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
        await page.locator('[data-order] .order-link').nth(3).click({ button: 'right' })
        await page.getByRole('menuitem', { name: 'Șterge comanda' }).click()
        await page.getByRole('dialog', { name: 'Sigur vrei să ștergi comanda?' }).waitFor()
      },
      'cheat-sheet': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Scurtături de tastatură' }).waitFor()
      },
    },
  },
  {
    ...dispatcher,
    at: '/operator/v2',
    states: {
      'operator-v2': async (page) => {
        await page.waitForURL('**/operator/v2/order/0**')
        await page.getByRole('complementary', { name: 'Statistici zone' }).waitFor()
        await page.locator('[data-phone]:focus').waitFor()
      },
    },
  },
  {
    ...dispatcher,
    at: async (demo) => {
      await demo.driver('sofer101@demo.ro', SQUARE)
      return '/operator/order/0'
    },
    states: {
      'drivers-now': async (page) => {
        await page.getByRole('button', { name: /^Șoferi online [1-9]/ }).press('Enter')
        const drivers = page.getByRole('dialog', { name: 'Șoferi online' })
        await drivers.getByRole('button', { name: /^101 .*Liber/ }).waitFor()
      },
    },
  },
  {
    ...dispatcher,
    at: async (demo) => {
      await waitingOrders(demo, 3)
      await demo.driver('sofer101@demo.ro', SQUARE)
      return '/operator/order/0'
    },
    states: {
      'zone-statistics': async (page) => {
        await leaveForm(page)
        await page.keyboard.press('z')
        await zones(page).getByLabel('Caută zonă').and(page.locator(':focus')).waitFor()
        await page.keyboard.type('centrul')
        await zones(page)
          .getByRole('button', { name: /1 liberi/ })
          .press('Enter')
        await zones(page).getByRole('button', { name: /^101 / }).waitFor()
      },
      'zones-soon': async (page) => {
        await zones(page).getByLabel('Caută zonă').fill('')
        await zones(page).getByRole('radio', { name: 'Acum' }).focus()
        await page.keyboard.press('ArrowRight')
        await zones(page).getByRole('button', { name: /uzual/ }).first().waitFor()
      },
    },
  },
  {
    ...dispatcher,
    at: '/operator/order/0',
    states: {
      'block-phone': async (page) => {
        await page.locator('[data-phone]').fill('0722 444 555')
        await page.getByRole('button', { name: 'Blochează numărul' }).press('Enter')
        await page.getByRole('dialog').getByLabel('Motiv').and(page.locator(':focus')).waitFor()
      },
      'blocked-phones-wrong': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await blurAll(page)
        await page.keyboard.press('b')
        await block(page, '123', 'Glume')
        await blockedPhones(page).getByText('Număr de telefon invalid').waitFor()
      },
      'blocked-phones': async (page) => {
        await block(page, '0722 999 888', 'Comenzi false')
        await blockedPhones(page).getByLabel('Caută telefon sau motiv').fill('0722.999.888')
        await expect.poll(() => blockedPhones(page).getByRole('row').count()).toBe(2)
      },
    },
  },
  {
    ...dispatcher,
    at: '/operator/order/0',
    states: {
      'priority-wrong': async (page) => {
        await leaveForm(page)
        await page.keyboard.press('p')
        await priorities(page).getByLabel('De la', { exact: true }).fill('mâine')
        await page.keyboard.press('Enter')
        await priorities(page).getByText('Scrieți data ca 2026-11-21 14:30:00').waitFor()
        await priorities(page).getByText('Alegeți cel puțin un șofer').waitFor()
      },
      'priority-form': async (page) => {
        await page.keyboard.press('Escape')
        await priorities(page).waitFor({ state: 'detached' })
        await page.keyboard.press('p')
        const drivers = priorities(page).getByRole('combobox', { name: 'Șoferi' })
        await drivers.or(priorities(page).getByLabel('Șoferi')).first().focus()
        await page.keyboard.type('101')
        await page.getByRole('option', { name: /^101 / }).waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
      },
      'priority-pages': async (page, demo) => {
        const api = await demo.api()
        for (let hour = 10; hour < 22; hour++) {
          const body = { from: `2030-01-01 ${hour}:00:00`, to: '2030-01-01 23:00:00', users: [{ id: 101 }] }
          await api.request(addPriorityWindow, { body })
        }
        await expect.poll(() => priorities(page).getByRole('row').count()).toBe(11)
      },
    },
  },
  {
    ...dispatcher,
    before: (page) => page.routeWebSocket(/\/ws/, (socket) => socket.close()),
    at: '/operator/order/0',
    states: {
      'connection-lost': async (page) => {
        const banner = page.getByRole('alert').filter({ hasText: 'Conexiune pierdută' })
        await banner.getByText(/încercarea \d+ din 100/).waitFor()
      },
    },
  },
  {
    ...dispatcher,
    before: (page) => page.routeWebSocket(/\/ws/, failToSave),
    at: '/operator/order/0',
    states: {
      'saving-failing': (page) => page.getByRole('alert').filter({ hasText: 'Nimic nu se poate salva' }).waitFor(),
    },
  },
]

/** Adds a frame that says that the server's database cannot write. */
function failToSave(socket: WebSocketRoute): void {
  const frame = { event: 'saving_failing', seq: 0, at: '2026-01-01T00:00:00Z', data: { is_failing: true } }
  socket.connectToServer().onMessage((message) => {
    socket.send(message)
    socket.send(JSON.stringify(frame))
  })
}

const zones = (page: Page) => page.getByRole('complementary', { name: 'Statistici zone' })
const blockedPhones = (page: Page) => page.getByRole('dialog', { name: 'Telefoane blocate' })
const priorities = (page: Page) => page.getByRole('dialog', { name: 'Șoferi cu prioritate' })

/** The form takes the focus when it opens; keys of the workspace work once it has lost it. */
async function leaveForm(page: Page): Promise<void> {
  await page.locator('[data-phone]:focus').waitFor()
  await blurAll(page)
}

async function block(page: Page, phone: string, reason: string): Promise<void> {
  await blockedPhones(page).getByLabel('Telefon', { exact: true }).fill(phone)
  await blockedPhones(page).getByLabel('Motiv', { exact: true }).fill(reason)
  await page.keyboard.press('Enter')
}

/** Orders in the queue, in the middle of the town. */
async function waitingOrders(demo: DemoFixture, howMany: number): Promise<void> {
  const api = await demo.api()
  for (let n = 0; n < howMany; n++) {
    const id = await demo.order({ client_phone: `072200011${n}`, places: [{ name: 'Piață', ...SQUARE }] })
    await api.request(moveToPending, { params: { id } })
  }
}
