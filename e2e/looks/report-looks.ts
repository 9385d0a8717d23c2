import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { daysBefore } from '../../apps/console/src/shared/totals/days.ts'
import { toWallTime } from '../../apps/console/src/text/format.ts'
import { DISPATCHER, MANAGER, PLATFORM_ADMIN, type Screen } from './screen.ts'

const manager = { who: MANAGER }
const TODAY = toWallTime(new Date()).slice(0, 10)
/** So many days until the end of today. */
const hours = (days: number) => `from=${daysBefore(TODAY, days - 1)} 00:00:00&to=${TODAY} 23:59:59`

export const reportScreens: Screen[] = [
  {
    ...manager,
    at: '/reports',
    states: {
      'reports-index': async (page) => {
        const cards = page.getByRole('main').getByRole('list').getByRole('link')
        await expect.poll(() => cards.count()).toBe(9)
      },
    },
  },
  {
    ...manager,
    at: '/reports/dispatchers',
    states: {
      'reports-dispatchers': (page) => page.getByRole('table', { name: 'Dispeceri' }).locator('tfoot').waitFor(),
    },
  },
  {
    ...manager,
    at: `/reports/orders?${hours(7)}`,
    states: { 'reports-orders': (page) => page.locator('.report-totals dd').first().waitFor() },
  },
  {
    ...manager,
    at: `/reports/orders?${hours(60)}`,
    states: {
      'reports-orders-asks-first': (page) =>
        page.getByText(/Perioada are 60 de zile\. Cuprinde cam [\d.]+ (de )?comenzi; tabelul CSV/).waitFor(),
    },
  },
  {
    ...manager,
    at: '/reports/search?group=hour',
    states: {
      'reports-search': (page) =>
        page
          .getByRole('table', { name: 'Performanța căutării' })
          .getByRole('row', { name: /^23:00–23:59/ })
          .waitFor(),
    },
  },
  {
    ...manager,
    at: '/reports/drivers?sort=-cost',
    states: {
      'reports-asks-first': async (page) => {
        await page.getByRole('button', { name: '1 an' }).click()
        const question = page.getByRole('status').filter({ hasText: 'Perioada are 365 de zile.' })
        await question.getByText(/Se citesc cam [\d.]+ (de )?comenzi/).waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/reports/fairness?sort=-offers',
    states: {
      'reports-fairness': (page) => page.getByRole('table', { name: 'Echitate' }).locator('tbody tr').first().waitFor(),
    },
  },
  {
    who: DISPATCHER,
    at: '/reports/calls',
    states: {
      'calls-report': async (page) => {
        await page.getByRole('region', { name: 'Apeluri pe zile' }).getByRole('table').waitFor()
        await page.getByRole('region', { name: 'Pe dispeceri' }).getByRole('button').first().waitFor()
        await calls(page).locator('tbody tr').first().waitFor()
      },
      'calls-report-player': async (page) => {
        await calls(page)
          .getByRole('button', { name: /^Ascultă convorbirea din/ })
          .press('Enter')
        await calls(page).locator('audio').and(page.locator(':focus')).waitFor()
      },
      'order-recordings': async (page) => {
        const row = calls(page)
          .locator('tbody tr')
          .filter({ has: page.locator('audio') })
        await row.getByRole('link').click()
        const order = page.getByRole('dialog', { name: /^Comanda \d+/ })
        await order.getByRole('button', { name: 'Istoric procesare' }).click()
        await page.getByRole('heading', { name: 'Convorbiri înregistrate' }).waitFor()
      },
    },
  },
  {
    who: DISPATCHER,
    at: '/reports/calls?from=2020-01-01 00:00:00&to=2020-01-03 23:59:59',
    states: {
      'calls-report-empty': (page) => page.getByText('Niciun apel în această perioadă.').first().waitFor(),
    },
  },
  {
    who: DISPATCHER,
    at: `/reports/calls?${hours(76)}`,
    states: {
      'calls-report-asks-first': (page) => page.getByText(/Se citesc cam [\d.]+ (de )?apeluri\./).waitFor(),
      'calls-report-months': async (page) => {
        await page.getByRole('button', { name: 'Arată raportul' }).click()
        await page.getByLabel('Grupează după').selectOption({ label: 'luni' })
        const months = page.getByRole('region', { name: 'Apeluri pe luni' })
        await months.getByRole('table').locator('tbody tr').first().waitFor()
      },
    },
  },
  {
    who: PLATFORM_ADMIN,
    at: `/reports/calls?${hours(76)}&by=company`,
    states: {
      'calls-report-companies': async (page) => {
        await page.getByRole('button', { name: 'Arată raportul' }).click()
        await page.getByRole('table', { name: 'Pe companii' }).locator('tbody tr').first().waitFor()
      },
    },
  },
  {
    who: DISPATCHER,
    needsMap: true,
    at: '/reports/heat?hour=19',
    states: {
      heat: async (page) => {
        await page.getByRole('region', { name: 'Harta de căldură a comenzilor' }).locator('canvas').waitFor()
        await page
          .getByRole('status')
          .filter({ hasText: /comand|comenzi/ })
          .first()
          .waitFor()
      },
    },
  },
  {
    who: DISPATCHER,
    at: '/reports/heat?as=table',
    states: {
      'heat-table': (page) =>
        page.getByRole('region', { name: 'Comenzi pe zone și ore' }).getByRole('row').nth(1).waitFor(),
    },
  },
]

const calls = (page: Page) => page.getByRole('region', { name: /^Apelurile/ })
