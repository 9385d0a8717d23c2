import { setPause } from '@dispecerat/contract/dispatch/driver'
import { changeScheduleRules, readScheduleRules } from '@dispecerat/contract/dispatch/scheduled-orders'
import type { ClientView } from '@dispecerat/contract/orders/clients'
import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { clientOfAnAccount } from '../fixtures/known-clients.ts'
import { highlighted, noToasts, phoneField, pickSaved, pickup, submit } from '../pages/form-helpers.ts'
import { type DemoFixture, SQUARE } from './demo-fixture.ts'
import { DISPATCHER, MANAGER, type Screen } from './screen.ts'

const newOrder = { who: DISPATCHER, at: '/operator/order/0' }

export const orderFormScreens: Screen[] = [
  {
    ...newOrder,
    states: {
      'new-order-mistakes': async (page) => {
        await phoneField(page).and(page.locator(':focus')).waitFor()
        await submit(page)
        await page.getByText('Numarul de telefon este obligatoriu').waitFor()
        await page.getByText('Please enter address').waitFor()
      },
      'new-order-suggestions': async (page, demo) => {
        await phoneField(page).fill(showPhone(demo.client().phone))
        await page.keyboard.press('Enter')
        await page.getByRole('option').first().waitFor()
      },
      'new-order-found-addresses': async (page) => {
        await page.keyboard.type('strada lun')
        await page
          .getByRole('option', { name: /adresă/ })
          .first()
          .waitFor()
      },
      'new-order-all-fields': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByText('alege…').click()
        await page.getByRole('button', { name: 'Data și ora plecării' }).waitFor()
        await page.keyboard.press('Alt+a')
        await page.getByRole('combobox', { name: /^B\./ }).and(page.locator(':focus')).waitFor()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Alt+v')
        await page.getByRole('combobox', { name: 'Compania' }).waitFor()
      },
      'new-order-calendar': async (page) => {
        await page.getByRole('button', { name: 'Data și ora plecării' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Luna următoare' }).waitFor()
      },
      'new-order-more-options': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Alte opțiuni' }).click()
        await page.getByRole('option').first().waitFor()
      },
      'new-order-partners': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Trimite la partener' }).click()
        await page.getByRole('option', { name: 'Toți partenerii' }).waitFor()
      },
      'new-order-closed': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Închide formularul' }).click()
        await page.getByText('Formular închis').waitFor()
        await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(0)
      },
    },
  },
  {
    who: MANAGER,
    at: async (demo) => {
      await demo.driver('sofer101@demo.ro', { lat: 45.6503, long: 25.5989 })
      return '/operator/order/0'
    },
    states: {
      estimate: async (page) => {
        await phoneField(page).fill('0743 900 100')
        await pickup(page).fill('piata sfatului 3')
        await page.getByRole('option').first().click()
        await page.keyboard.press('Alt+a')
        await page.getByRole('combobox', { name: /^B\./ }).and(page.locator(':focus')).waitFor()
        await page.keyboard.type('gara 1')
        await highlighted(page)
        await page.keyboard.press('Enter')
        const line = page.locator('.estimate summary')
        await line.getByText(/≈ \d+,\d\d RON · \d+,\d km · \d+ min · cel mai apropiat liber: 101/).waitFor()
        await line.click()
        await page.getByText('Taxi standard').waitFor()
      },
    },
  },
  searchPreview(),
  {
    ...newOrder,
    states: {
      'memory-blocked': async (page, demo) => {
        await (await demo.api()).request(blockPhone, { body: { phone: '0755 700 001', reason: 'Nu plătește' } })
        await phoneField(page).fill('0755 700 001')
        await page.locator('.client-memory').getByText('Număr blocat: Nu plătește').waitFor()
      },
    },
  },
  {
    ...newOrder,
    states: {
      'memory-open-order': async (page, demo) => {
        const client = demo.client()
        await demo.laterOrder(client)
        await phoneField(page).fill(showPhone(client.phone))
        await memory(page).getByText('Are deja o comandă deschisă').waitFor()
        await page.getByRole('textbox', { name: 'Observații', exact: true }).fill('Câine rău')
        await page.getByRole('button', { name: 'Salvează observațiile pentru clientul acesta' }).click()
        await memory(page).getByText('Câine rău').waitFor()
        await pickSaved(page)
        await page.keyboard.press('Escape')
        await submit(page)
        await memory(page).getByText('Apăsați încă o dată').waitFor()
      },
    },
  },
  {
    ...newOrder,
    states: {
      'form-voucher': async (page, demo) => {
        await phoneField(page).fill(showPhone((await clientOfAnAccount(await demo.api())).phone))
        await expect.poll(() => page.getByRole('switch', { name: 'Voucher/Protocol' }).isChecked()).toBe(true)
        await expect.poll(() => page.getByRole('combobox', { name: 'Compania' }).inputValue()).not.toBe('')
      },
    },
  },
  {
    ...newOrder,
    states: {
      'client-history': async (page, demo) => {
        await phoneField(page).and(page.locator(':focus')).waitFor()
        await page.keyboard.type(showPhone(demo.client().phone))
        await page.keyboard.press('Alt+i')
        await page.getByRole('dialog', { name: 'Istoric client' }).locator('tbody a:focus').waitFor()
      },
      'message-from-form': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.locator('.form-head').getByRole('button', { name: 'Mesagerie' }).click()
        const message = page.getByRole('dialog', { name: /^Mesaj pentru / })
        await message.getByRole('textbox', { name: 'Mesaj' }).fill('Mașina ajunge în 5 minute')
      },
    },
  },
  {
    who: DISPATCHER,
    at: '/delivery/order/0?tab=finished',
    states: {
      'order-form-classic': async (page, demo) => {
        await phoneField(page).fill(showPhone(demo.client().phone))
        const addresses = page.getByRole('region', { name: 'Adresele clientului' })
        await addresses.getByRole('listitem').first().waitFor()
        await page.getByRole('checkbox', { name: 'Livrare la ușă' }).waitFor()
        await page.getByText('→').first().waitFor()
      },
    },
  },
  {
    ...newOrder,
    needsMap: true,
    states: {
      'order-form-map': async (page) => {
        await page.getByRole('button', { name: 'Alege adresa A pe hartă' }).click()
        const dialog = page.getByRole('dialog', { name: 'Adresa A pe hartă' })
        // The map handles clicks, and shows a cross, once its style has loaded.
        await dialog.locator('canvas[style*="crosshair"]').click({ position: { x: 300, y: 150 } })
        await dialog.getByText(/^Sub ac:/).waitFor()
        const name = dialog.getByLabel('Numele adresei')
        await expect.poll(() => name.inputValue()).not.toBe('')
        await name.fill('Poarta de serviciu')
        await dialog.getByLabel('Reper').fill('lângă rampă')
      },
    },
  },
]

const memory = (page: Page) => page.getByRole('region', { name: 'Client', exact: true })

/** The drivers who would be offered the order, before it is placed: two near the client, one of them paused. */
function searchPreview(): Screen {
  let client: ClientView
  return {
    who: DISPATCHER,
    at: async (demo) => {
      // By day the demo searches the client's zone first, and a few of its clients live at the border of one.
      await demo.searchPatiently()
      client = demo.client()
      const { lat, long } = client.addresses[0] ?? SQUARE
      await demo.driver('sofer101@demo.ro', { lat: lat + 0.0005, long })
      const paused = await demo.driver('sofer103@demo.ro', { lat: lat + 0.001, long })
      await paused.request('PATCH', setPause.path, { is_paused: true })
      demo.afterwards(() => paused.request('PATCH', setPause.path, { is_paused: false }))
      return '/operator/order/0'
    },
    states: {
      'search-preview': async (page) => {
        await phoneField(page).and(page.locator(':focus')).waitFor()
        await page.keyboard.type(showPhone(client.phone))
        await page.keyboard.press('Enter')
        await highlighted(page)
        await page.keyboard.press('Enter')
        await preview(page).filter({ hasText: 'ar primi acum: 101; nu: 103 în pauză' }).waitFor()
        await noToasts(page)
      },
      'search-preview-full': async (page) => {
        await preview(page).focus()
        await page.keyboard.press('Enter')
        await page.getByText('Pasul 1 ·').waitFor()
        await page.locator('.preview-passed').first().getByText('În pauză (1)').waitFor()
      },
      'search-preview-not-promised': async (page, demo) => {
        await preview(page).press('Enter')
        await searchesAnHourAhead(demo)
        await page.getByRole('radio', { name: '30 min' }).press('Space')
        await page.getByText(/^căutarea pornește la/).waitFor()
        await page.getByText(/Ora nu se poate promite: o mașină ajunge aici în 60 min/).waitFor()
      },
    },
  }
}

/** Until the end of the screen, searches of scheduled orders begin an hour before the departure. */
async function searchesAnHourAhead(demo: DemoFixture): Promise<void> {
  const manager = await demo.api(MANAGER)
  const { data } = await manager.request(readScheduleRules, {})
  for (const { company_id: id, scheduled_lead_learned, scheduled_lead_min } of data) {
    const change = (body: object) => manager.request(changeScheduleRules, { params: { id }, body })
    await change({ scheduled_lead_learned: false, scheduled_lead_min: 60 })
    demo.afterwards(() => change({ scheduled_lead_learned, scheduled_lead_min }))
  }
}

const preview = (page: Page) => page.locator('.search-preview summary')
