import { listOrders, moveToPending } from '@dispecerat/contract/orders/orders'
import type { Page } from 'playwright-core'
import { action, noToasts } from '../pages/form-helpers.ts'
import { type DemoFixture, SQUARE, STATION } from './demo-fixture.ts'
import { clientAndDriver, field, order, orderOf, pencil } from './order-on-page.ts'
import { DISPATCHER, MANAGER, type Screen } from './screen.ts'
import { tripLooks } from './trip-looks.ts'

export const placedOrderScreens: Screen[] = [
  {
    who: DISPATCHER,
    at: async (demo) => {
      await demo.searchPatiently()
      return `/operator/order/${await searchedOrder(demo)}`
    },
    states: {
      'placed-field-refused': async (page) => {
        await pencil(page, 'Telefon de contact').click()
        await field(page, 'Telefon de contact').fill('12')
        await page.keyboard.press('Enter')
        await order(page).getByText('Număr de telefon invalid').waitFor()
      },
      'placed-options-open': async (page) => {
        await page.keyboard.press('Escape')
        await pencil(page, 'Opțiuni').click()
        await order(page).getByRole('checkbox').first().check()
      },
      'assign-now': async (page) => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Alt+n')
        const dialog = page.getByRole('dialog', { name: /^Alocă acum comanda/ })
        await dialog.getByRole('option').first().waitFor()
        await dialog.getByRole('combobox', { name: 'Mașină' }).fill('10')
        await dialog.getByRole('option', { name: /^101 / }).waitFor()
      },
      'placed-cancel': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await action(page, 'Anulează').click()
        await page.getByLabel('Motiv (opțional)').fill('Clientul a luat tramvaiul')
      },
      'order-canceled': async (page) => {
        await page.getByRole('button', { name: 'Anulează comanda' }).click()
        await order(page).getByText('Clientul a luat tramvaiul').waitFor()
        await noToasts(page)
      },
      'driver-picker': async (page) => {
        await action(page, 'Alocare manuală').click()
        const dialog = page.getByRole('dialog', { name: 'Alocare manuală' })
        await dialog.getByRole('option').first().waitFor()
        await dialog.getByRole('combobox').fill('101')
        await page.keyboard.press('Enter')
        await dialog.getByRole('option', { name: /^101 /, selected: true }).waitFor()
      },
    },
  },
  {
    who: DISPATCHER,
    at: async (demo) => {
      const client = demo.client()
      const [home = STATION] = client.addresses
      const places = [home, STATION, { name: 'Spitalul Județean', lat: 45.6496, long: 25.6077 }]
      const id = await demo.laterOrder(client, { places: places.map(({ name, lat, long }) => ({ name, lat, long })) })
      return `/operator/order/${id}`
    },
    states: {
      'placed-addresses': (page) => page.getByRole('button', { name: 'Elimină adresa B' }).waitFor(),
    },
  },
  {
    who: MANAGER,
    at: async (demo) => {
      const { data } = await (await demo.api(MANAGER)).request(listOrders, { query: { fare_doubt: '1' } })
      return `/operator/order/${data[0]?.id}`
    },
    states: {
      'fare-doubted': (page) =>
        order(page)
          .getByRole('button', { name: /^Confirmă tariful/ })
          .waitFor(),
    },
  },
  tripLooks(),
  {
    who: DISPATCHER,
    at: async (demo) => {
      await demo.searchPatiently()
      const { client, phone } = await clientAndDriver(demo, 'sofer112@demo.ro', 0.02)
      const [{ lat, long } = SQUARE] = client.addresses
      await demo.driver('sofer103@demo.ro', { lat: lat + 0.01, long })
      const id = await orderOf(demo, client)
      phone.viewed(await phone.offer())
      await phone.request('POST', `/api/driver/orders/${id}/accept`, { waiting_driver_time: 6 })
      await demo.standStill(id, { lat: lat + 0.02, long }, 7)
      return `/operator/order/${id}`
    },
    states: {
      'car-stands': async (page) => {
        const driver = page.getByRole('region', { name: 'Șofer alocat' })
        await driver.getByText('caut altă mașină, 112 rămâne până acceptă cineva').waitFor()
        await driver.getByText(/stă pe loc de \d+ min/).waitFor()
      },
    },
  },
  orderThatWaits(),
  {
    who: DISPATCHER,
    at: async (demo) => {
      await demo.searchPatiently()
      const { client, phone } = await clientAndDriver(demo, 'sofer101@demo.ro')
      const [{ lat, long } = SQUARE] = client.addresses
      const paused = await demo.driver('sofer103@demo.ro', { lat: lat + 0.001, long })
      await paused.request('PATCH', '/api/driver/status', { is_paused: true })
      demo.afterwards(() => paused.request('PATCH', '/api/driver/status', { is_paused: false }))
      const id = await orderOf(demo, client)
      phone.viewed(await phone.offer())
      await phone.request('POST', `/api/driver/orders/${id}/refuse`, {})
      return `/operator/order/${id}`
    },
    states: {
      'why-not': async (page) => {
        await page.getByLabel('De ce nu…?').fill('101')
        const answer = page.getByRole('list', { name: 'De ce nu 101?' })
        await answer.getByText(/Pasul 1, .*: întrebat (primul|al 2-lea) \(\d+ m\), refuzat/).waitFor()
      },
      'driver-card-drawer': async (page) => {
        await page.getByRole('button', { name: 'Fișa șoferului 101', exact: true }).first().press('Enter')
        const card = page.getByRole('dialog', { name: 'Fișa șoferului' })
        await card.getByRole('heading', { name: /^101 / }).waitFor()
      },
    },
  },
  {
    who: DISPATCHER,
    at: async (demo) => {
      const id = await demo.order({ client_phone: '+40722123456', places: [{ name: 'Piața Sfatului', ...SQUARE }] })
      await (await demo.api()).request(moveToPending, { params: { id } })
      await demo.driver('sofer101@demo.ro', SQUARE)
      return `/operator/order/${id}`
    },
    states: {
      'order-in-lists': (page) => page.getByText('în listă').first().waitFor(),
      'named-drivers': async (page) => {
        await page.getByRole('button', { name: 'Anunță șoferi' }).press('Enter')
        await page.getByRole('dialog', { name: 'Anunță șoferi' }).getByLabel('Șoferi').fill('101')
        await page.getByRole('option', { name: /^101 / }).click()
        await page.getByText('1 șofer ales').waitFor()
      },
    },
  },
  twoDispatchers(),
  {
    who: DISPATCHER,
    at: async (demo) => {
      const at = `/operator/order/${await demo.laterOrder(demo.client())}`
      const first = await demo.colleague(at)
      await canChange(first)
      return at
    },
    states: { 'soft-lock': (page) => page.getByText(/ are comanda deschisă$/).waitFor() },
  },
]

/** The colleague opens the order second, and changes it all the same. */
function twoDispatchers(): Screen {
  let at: string
  let beside: Page
  return {
    who: DISPATCHER,
    at: async (demo) => {
      at = `/operator/order/${await demo.laterOrder(demo.client())}`
      return at
    },
    states: {
      'two-dispatchers': async (page, demo) => {
        await canChange(page)
        beside = await demo.colleague(at)
        await beside.getByRole('button', { name: 'Modific totuși' }).click()
        await pencil(beside, 'Observații').click()
        await page
          .getByLabel('Colegi în comandă')
          .getByText(/ modifică$/)
          .waitFor()
      },
      'field-changed-by-both': async (page) => {
        await pencil(page, 'Observații').click()
        await field(page, 'Observații').fill('Bloc nou')
        await field(beside, 'Observații').fill('Bloc vechi')
        await beside.keyboard.press('Enter')
        await page
          .getByRole('alert')
          .getByText(/a schimbat „.*” în „Bloc vechi”/)
          .waitFor()
      },
    },
  }
}

/** Its only step is over, and the only driver around rings for another order. */
function orderThatWaits(): Screen {
  return {
    who: DISPATCHER,
    at: async (demo) => {
      await demo.searchPatiently()
      const { client, phone } = await clientAndDriver(demo, 'sofer104@demo.ro')
      await orderOf(demo, client)
      await phone.offer()
      await demo.searchPatiently(1)
      const id = await orderOf(demo, { ...demo.client(), addresses: client.addresses })
      return `/operator/order/${id}`
    },
    states: {
      'order-waits-its-turn': (page) => page.getByText('1 șofer sună la altă comandă').waitFor(),
    },
  }
}

/** The first page has a live connection and may edit the order. */
async function canChange(page: Page): Promise<void> {
  await page.getByText('În direct').waitFor()
  await pencil(page, 'Observații').waitFor()
}

const searchedOrder = (demo: DemoFixture) => orderOf(demo, demo.client())
