import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { STATION } from './demo-fixture.ts'
import { DISPATCHER, MANAGER, type Screen } from './screen.ts'

const DAYS_2_MS = 50 * 3_600_000

/** Order search, order lists, and the calendar of scheduled orders. */
export const ordersScreens: Screen[] = [
  orderSearch(),
  {
    who: DISPATCHER,
    at: '/orders/finished',
    states: {
      'orders-finished': async (page) => {
        await expect.poll(() => finished(page).locator('tbody tr').count()).toBe(30)
      },
      message: async (page) => {
        await finished(page).locator('tbody tr').first().click()
        await preview(page).getByRole('button', { name: 'Mesaj șoferului' }).click()
        const message = page.getByRole('dialog', { name: /^Mesaj pentru/ })
        await message.getByLabel('Mesaj').fill('Clientul a uitat umbrela.')
      },
    },
  },
  {
    who: MANAGER,
    at: '/orders/all?doubted=1',
    states: {
      'orders-doubted': (page) => page.getByText('Tarif de verificat').first().waitFor(),
    },
  },
  {
    who: MANAGER,
    at: async (demo) => {
      await demo.laterOrder(demo.client(), { name: 'Ioana Țâru' })
      const departure_time = toWireTime(new Date(Date.now() + DAYS_2_MS))
      await demo.laterOrder(demo.client(), { name: 'Hotel Aro', departure_time, lead_minutes: 45 })
      return '/operator/scheduled'
    },
    states: {
      'scheduled-hours': (page) => card(page, 'Ioana Țâru').waitFor(),
      'scheduled-move': async (page) => {
        await card(page, 'Ioana Țâru').getByRole('button', { name: /^Mută/ }).click()
        await page.getByLabel('Căutarea pornește înainte cu (min)').fill('40')
      },
      'scheduled-rules': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Reguli' }).click()
        await page.getByLabel(/Reamintire înainte/).waitFor()
      },
    },
  },
  {
    who: MANAGER,
    at: async (demo) => {
      const departure_time = toWireTime(new Date(Date.now() + DAYS_2_MS))
      await demo.laterOrder(demo.client(), { name: 'Hotel Aro', departure_time })
      return '/operator/scheduled?view=7d'
    },
    states: {
      'scheduled-week': (page) =>
        page
          .getByRole('button', { name: /: \d+ (de )?comenzi/ })
          .first()
          .waitFor(),
      'scheduled-month': async (page) => {
        await page.getByText('Lună', { exact: true }).click()
        await page.getByRole('button', { name: 'Luna următoare' }).waitFor()
      },
    },
  },
]

function orderSearch(): Screen {
  let id: number
  return {
    who: DISPATCHER,
    at: async (demo) => {
      const places = [{ ...STATION, name: 'Strada Republicii 12, Brașov' }]
      id = await demo.order({ client_phone: '0744 123 777', name: 'Căutată Anume', places })
      return '/dashboard'
    },
    states: {
      'order-search-empty': async (page) => {
        await page.getByRole('heading', { name: /^Bun/ }).waitFor()
        await page.keyboard.press('F6')
        await search(page).getByLabel('Identificator șofer sau client', { exact: true }).waitFor()
      },
      'order-search-results': async (page) => {
        await search(page).getByLabel('Caută după').selectOption({ label: 'Număr comandă' })
        await search(page).getByLabel('Număr comandă', { exact: true }).fill(String(id))
        await page.keyboard.press('Enter')
        await expect.poll(() => search(page).locator('tbody tr').count()).toBe(1)
      },
      'order-preview': async (page) => {
        await page.keyboard.press('ArrowDown')
        await search(page)
          .getByRole('link', { name: String(id) })
          .and(page.locator(':focus'))
          .waitFor()
        await page.keyboard.press('Enter')
        await preview(page)
          .getByRole('img', { name: /Strada Republicii 12/ })
          .waitFor()
      },
    },
  }
}

const search = (page: Page) => page.getByRole('dialog', { name: 'Caută comenzi' })
const preview = (page: Page) => page.getByRole('dialog', { name: /^Comanda \d+/ })
const finished = (page: Page) => page.getByRole('table', { name: 'Comenzi finalizate' })
const card = (page: Page, name: string) => page.locator('.scheduled-card').filter({ hasText: name })
