import type { TestDriverPhone } from '../api/test-driver-phone.ts'
import { action, noToasts } from '../pages/form-helpers.ts'
import { clientAndDriver, field, order, orderOf, pencil } from './order-on-page.ts'
import { DISPATCHER, type Screen } from './screen.ts'

/** About 670 m: too far for an arrival to be believed. */
const FAR_NORTH = 0.006

/** A trip from the offer to the rating. */
export function tripLooks(): Screen {
  let phone: TestDriverPhone
  let id: number
  const drive = (method: 'POST' | 'PATCH', step: string, body: object) =>
    phone.request(method, `/api/driver/orders/${id}/${step}`, body)
  return {
    who: DISPATCHER,
    at: async (demo) => {
      await demo.searchPatiently()
      const { client, phone: far } = await clientAndDriver(demo, 'sofer102@demo.ro', FAR_NORTH)
      phone = far
      id = await orderOf(demo, client)
      phone.viewed(await phone.offer())
      return `/operator/order/${id}`
    },
    states: {
      'order-searching': (page) => page.getByText('văzut, sună').first().waitFor(),
      'placed-assigned': async (page) => {
        await drive('POST', 'accept', { waiting_driver_time: 6 })
        const driver = page.getByRole('region', { name: 'Șofer alocat' })
        await driver.getByText('102', { exact: true }).waitFor()
        await driver
          .getByText(/6 minute promise/)
          .first()
          .waitFor()
        await page.locator(`[data-order="${id}"]`).getByText('spre client').waitFor()
      },
      'driver-location': async (page) => {
        await page.getByRole('button', { name: 'Locația șoferului' }).click()
        await page.getByRole('dialog').getByText('Mașina 102').waitFor()
        await page
          .getByRole('dialog')
          .getByText(/până la/)
          .waitFor()
      },
      'assign-another': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.keyboard.press('Alt+n')
        const dialog = page.getByRole('dialog', { name: /^Alocă acum comanda/ })
        await dialog.getByText(/Mașina 102 pierde comanda/).waitFor()
        await dialog.getByRole('textbox', { name: 'Motiv (opțional)' }).fill('E mai aproape')
        await dialog.getByRole('option').first().waitFor()
      },
      'take-back': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.keyboard.press('Alt+b')
        const dialog = page.getByRole('dialog', { name: 'Ia înapoi comanda de la 102' })
        await dialog.getByRole('textbox', { name: 'Motiv' }).press('Enter')
        await dialog.getByText('Scrieți motivul').waitFor()
      },
      'placed-arrival-doubted': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await drive('PATCH', 'arrived', { reason: 'Strada e închisă' })
        await page.locator(`[data-order="${id}"]`).getByText('Sosire neverificată').waitFor()
        const driver = page.getByRole('region', { name: 'Șofer alocat' })
        await driver.getByText('mașina era la 667 m de adresă').waitFor()
      },
      'placed-no-show': async (page) => {
        await action(page, 'Anulează').click()
        await page.getByRole('dialog').getByRole('button', { name: 'Client absent' }).waitFor()
      },
      'placed-history': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await drive('PATCH', 'start', {})
        await drive('PATCH', 'finish', { cost: 23.5 })
        await page.getByText('23,50 RON').first().waitFor()
        await page.getByRole('button', { name: 'Istoric procesare' }).click()
        await page.getByRole('dialog', { name: 'Istoric procesare' }).getByRole('table').waitFor()
      },
      'rate-order': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await action(page, 'Evaluează').click()
        await page.getByRole('radio', { name: '4 stele' }).focus()
        await page.keyboard.press('Space')
        await page.getByLabel('punctual').check()
      },
      'order-finished': async (page) => {
        await page.getByRole('button', { name: 'Salvează evaluarea' }).click()
        await page.getByText('★★★★ · punctual').waitFor()
        await noToasts(page)
      },
      'placed-fare-reason': async (page) => {
        await pencil(page, 'Cost').click()
        await field(page, 'Cost').fill('25')
        await page.keyboard.press('Enter')
        await order(page).getByText('Scrieți motivul schimbării').waitFor()
      },
    },
  }
}
