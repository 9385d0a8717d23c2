import { listOrders, moveToPending } from '@dispecerat/contract/orders/orders'
import type { Page } from 'playwright-core'
import type { TestDriverPhone } from '../api/test-driver-phone.ts'
import { action, noToasts } from '../pages/form-helpers.ts'
import { type DemoFixture, SQUARE, STATION } from './demo-fixture.ts'
import { DISPATCHER, MANAGER, type Screen } from './screen.ts'

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
  orderWithDriver(),
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

/** A trip from the offer to the rating. */
function orderWithDriver(): Screen {
  let phone: TestDriverPhone
  let id: number
  const drive = (method: 'POST' | 'PATCH', step: string, body: object) =>
    phone.request(method, `/api/driver/orders/${id}/${step}`, body)
  return {
    who: DISPATCHER,
    at: async (demo) => {
      await demo.searchPatiently()
      const near = await clientAndDriver(demo, 'sofer102@demo.ro')
      phone = near.phone
      id = await orderOf(demo, near.client)
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
      'placed-no-show': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await drive('PATCH', 'arrived', {})
        await page.locator(`[data-order="${id}"]`).getByText('a ajuns').waitFor()
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

const order = (page: Page) => page.getByRole('region', { name: /^Comanda \d+$/ })
const pencil = (page: Page, name: string) => page.getByRole('button', { name: `Modifică: ${name}` })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The first page has a live connection and may edit the order. */
async function canChange(page: Page): Promise<void> {
  await page.getByText('În direct').waitFor()
  await pencil(page, 'Observații').waitFor()
}

async function clientAndDriver(demo: DemoFixture, email: string) {
  const client = demo.client()
  const [{ lat, long } = SQUARE] = client.addresses
  return { client, phone: await demo.driver(email, { lat: lat + 0.0005, long }) }
}

function orderOf(demo: DemoFixture, { phone, addresses }: ReturnType<DemoFixture['client']>): Promise<number> {
  const [{ name, lat, long } = STATION] = addresses
  return demo.order({ phone, client_phone: phone, places: [{ name, lat, long }] })
}

const searchedOrder = (demo: DemoFixture) => orderOf(demo, demo.client())
