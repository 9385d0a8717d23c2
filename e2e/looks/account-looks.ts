import { payInvoice } from '@dispecerat/contract/billing/invoices'
import { sendMessage } from '@dispecerat/contract/office/messages'
import { sendOwnMessage } from '@dispecerat/contract/office/own-messages'
import { cancelOrder, createOrder, listOrders } from '@dispecerat/contract/orders/orders'
import type { Page } from 'playwright-core'
import { highlighted } from '../pages/form-helpers.ts'
import { type DemoFixture, STATION } from './demo-fixture.ts'
import { invoiceOfLastMonth } from './money-looks.ts'
import { MANAGER, type Screen } from './screen.ts'

/** The hotel orders taxis, the restaurant couriers. */
const HOTEL = { who: 'protocol@demo.ro' }
const HOTEL_ID = 5
const RESTAURANT = { who: 'restaurant@demo.ro' }
const PIZZERIA = { lat: 45.6397, long: 25.5884 }
const COURIERS = { who: 'livrari@demo.ro' }

export const accountScreens: Screen[] = [
  {
    ...HOTEL,
    at: '/orders/all',
    states: {
      'own-book': (page) => page.getByRole('table', { name: 'Toate comenzile' }).getByRole('row').nth(1).waitFor(),
    },
  },
  {
    ...HOTEL,
    at: '/my-clients',
    states: {
      'own-client-dialog': async (page) => {
        await page.getByRole('button', { name: '+ Adaugă client' }).click()
        await clientDialog(page).getByLabel('Telefon').fill('12')
        await clientDialog(page).getByLabel('Nume').fill('Ștefania Recepție')
        await clientDialog(page).getByRole('button', { name: 'Salvează' }).click()
        await clientDialog(page).getByText('Număr de telefon invalid').waitFor()
      },
      'own-clients': async (page) => {
        await clientDialog(page).getByLabel('Telefon').fill('0744 987 321')
        await clientDialog(page).getByRole('button', { name: 'Salvează' }).click()
        const row = page.getByRole('table', { name: 'Clienții mei' }).getByRole('row')
        await row.filter({ hasText: 'Ștefania Recepție' }).waitFor()
      },
    },
  },
  {
    ...HOTEL,
    at: async (demo) => {
      const params = { id: await invoiceOfLastMonth(demo) }
      const body = { amount: 12.5, method: 'bank' } as const
      await (await demo.api(MANAGER)).request(payInvoice, { params, body })
      return '/statements'
    },
    states: {
      'own-months': async (page) => {
        const months = page.getByRole('region', { name: 'Cheltuieli pe luni' })
        await months.getByText('limita contractului: 8.000,00 RON').waitFor()
        await page.getByRole('region', { name: 'Situația lunii' }).waitFor()
        const invoices = page.getByRole('table', { name: 'Facturile mele' })
        await invoices.getByText(/încasat .* RON din/).waitFor()
      },
    },
  },
  {
    ...HOTEL,
    at: '/settings/account',
    states: {
      'own-pickup': async (page) => {
        const own = page.getByRole('region', { name: 'Adresa mea de ridicare' })
        await own.getByRole('button', { name: 'Salvează adresa' }).click()
        await own.getByText('Alegeți locul pe hartă sau din listă').waitFor()
        await own.getByRole('combobox', { name: 'Caută o adresă' }).fill('gara')
        await highlighted(page, /Gara/)
        await page.keyboard.press('Enter')
        await own.getByRole('textbox', { name: 'Adresa, cum o citește șoferul' }).fill('Gara Brașov, intrarea mare')
      },
    },
  },
  {
    ...HOTEL,
    at: async (demo) => {
      await (await demo.api(HOTEL.who)).request(sendOwnMessage, { body: { message: 'Așteptăm un microbuz la 9' } })
      await (await demo.api()).request(sendMessage, { body: { user_id: HOTEL_ID, message: 'Vine la ora 9' } })
      return '/operator/order/0'
    },
    states: {
      'own-messages': async (page) => {
        await page.getByRole('button', { name: 'Mesaje, 1 necitit' }).click()
        await page.getByRole('complementary', { name: 'Mesaje' }).getByText('Vine la ora 9').waitFor()
        await page.getByRole('button', { name: 'Mesaje, 0 necitite' }).waitFor()
      },
    },
  },
  {
    ...HOTEL,
    at: async (demo) => {
      const query = { states: ['finished' as const], per_page: 1 }
      const { data } = await (await demo.api(HOTEL.who)).request(listOrders, { query })
      return `/operator/order/${data[0]?.id}?tab=finished`
    },
    states: { 'account-taxi-order': (page) => page.getByRole('article').locator('.state-finished').waitFor() },
  },
  {
    ...RESTAURANT,
    at: async (demo) => {
      await laterDelivery(demo)
      return '/delivery/order/0'
    },
    states: {
      'account-form': async (page) => {
        await page.getByText(/mai sunt/).waitFor()
        await page.getByText('Strada Sforii 3').first().waitFor()
      },
    },
  },
  {
    ...RESTAURANT,
    at: async (demo) => {
      const courier = await demo.driver('curier201@demo.ro', PIZZERIA)
      const id = await delivery(demo, {})
      await courier.waitForEvent('order_available', ({ order }) => (order as { id: number }).id === id)
      await courier.request('POST', `/api/driver/orders/${id}/accept`, { waiting_driver_time: 6 })
      return `/delivery/order/${id}`
    },
    states: {
      'account-order': async (page) => {
        await page.getByRole('article').getByText('Alocat').waitFor()
        await page.getByRole('region', { name: 'Curier' }).getByText('201', { exact: true }).waitFor()
      },
    },
  },
  {
    ...COURIERS,
    at: async (demo) => {
      await laterDelivery(demo)
      return '/delivery/order/0'
    },
    states: {
      'delivery-form': async (page) => {
        await page.getByRole('link').filter({ hasText: '61,25 RON' }).first().waitFor()
        await page.getByRole('textbox', { name: 'Conținut' }).waitFor()
      },
      'delivery-order': async (page) => {
        await page.getByRole('link').filter({ hasText: '61,25 RON' }).first().click()
        await page.getByRole('region', { name: 'Colet' }).getByText('Tort').waitFor()
      },
    },
  },
  {
    who: 'sofer140@demo.ro',
    at: '/settings/account',
    states: { 'account-of-a-driver': (page) => page.getByText('Acest cont folosește aplicația mobilă').waitFor() },
  },
]

const clientDialog = (page: Page) => page.getByRole('dialog', { name: 'Client nou' })

function laterDelivery(demo: DemoFixture): Promise<number> {
  const departure_time = new Date(Date.now() + 3 * 3_600_000).toISOString()
  return delivery(demo, { departure_time, package_note: 'Tort', cod_amount: 61.25 })
}

async function delivery(demo: DemoFixture, more: object): Promise<number> {
  const restaurant = await demo.api(RESTAURANT.who)
  const { id } = (await restaurant.request(createOrder, { body: { places: [STATION], ...more } })).data
  demo.afterwards(() => restaurant.request(cancelOrder, { params: { id }, body: {} }).catch(() => undefined))
  return id
}
