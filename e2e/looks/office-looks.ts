import { createDevice } from '@dispecerat/contract/fleet/devices'
import { createContent, editContent } from '@dispecerat/contract/site/content'
import type { Page } from 'playwright-core'
import type { DemoFixture } from './demo-fixture.ts'
import { MANAGER, PLATFORM_ADMIN, type Screen } from './screen.ts'

const manager = { who: MANAGER }
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** People, cars, devices, imports, and the pages that every role reads. */
export const officeScreens: Screen[] = [
  {
    ...manager,
    at: '/users/driver?search=sofer121',
    states: {
      'people-card': async (page) => {
        await people(page)
          .getByRole('button', { name: /^Fișa: / })
          .first()
          .press('Enter')
        const card = page.getByRole('dialog', { name: 'Fișa șoferului' })
        await card.getByRole('button', { name: 'Blochează' }).waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/users/driver',
    states: { 'people-list': (page) => people(page).locator('tbody tr[data-row]').first().waitFor() },
  },
  {
    ...manager,
    at: '/user/118/driver',
    states: {
      'person-driver': async (page) => {
        const photo = page.getByRole('region', { name: 'Fotografie' })
        const file = { name: 'sofer.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
        await photo.locator('input[type=file]').setInputFiles(file)
        await photo.getByRole('img', { name: /^Fotografia lui / }).waitFor()
        await field(page, 'Număr permis').fill('B-4412')
        await page.keyboard.press('Control+s')
        await page.getByRole('region', { name: 'Istoricul modificărilor' }).getByText('B-4412').waitFor()
      },
      'person-properties': async (page) => {
        const part = page.getByRole('region', { name: 'Proprietăți' })
        await part.getByRole('button', { name: 'Adaugă o proprietate' }).click()
        const n = await part.getByRole('listitem').count()
        await part.getByLabel(`Numele proprietății ${n}`).fill('nume greșit')
        await part.getByLabel(`Valoarea proprietății ${n}`).fill('de nespus')
        await part.getByRole('checkbox', { name: `Proprietatea ${n} este secretă` }).check()
        await part.getByRole('button', { name: 'Salvează proprietățile' }).click()
        await part.getByText(/^Litere, cifre/).waitFor()
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      await demo.api('sofer120@demo.ro')
      return '/user/120/driver'
    },
    states: {
      'person-sessions': async (page) => {
        const table = page.getByRole('table', { name: 'Sesiuni deschise' })
        await table
          .getByRole('button', { name: /^Încheie: / })
          .first()
          .waitFor()
        await table.scrollIntoViewIfNeeded()
      },
      'person-sessions-end': async (page) => {
        await page.getByRole('button', { name: 'Încheie toate' }).click()
        await page
          .getByRole('dialog')
          .getByText(/^Încheiați toate sesiunile/)
          .waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/user/119/driver',
    states: {
      'driver-report-link': async (page) => {
        await page.getByRole('button', { name: 'Fă legătura' }).click()
        await page.getByLabel('Legătura raportului').scrollIntoViewIfNeeded()
      },
      'driver-report-links': async (page) => {
        await page.getByRole('table', { name: 'Legături valabile' }).scrollIntoViewIfNeeded()
        await page.getByRole('button', { name: 'Retrage' }).first().click()
        await page.getByRole('dialog').getByText('Retrageți legătura?').waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/user/new/dispatcher',
    isForPhones: true,
    states: {
      'person-new': async (page) => {
        await page.getByRole('textbox', { name: /^Nume/ }).fill('Ana Nouă')
        await page.getByRole('textbox', { name: /^E-mail/ }).fill('dispecer@demo.ro')
        await page.getByRole('button', { name: /^Adaugă/ }).click()
        await page.getByText('E-mailul este folosit de alt cont').waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/cars',
    states: {
      cars: (page) => page.getByRole('table', { name: 'Transport' }).getByRole('row').nth(1).waitFor(),
      car: async (page) => {
        await page.getByRole('link', { name: '+ Adaugă' }).click()
        await field(page, 'Indicativ').fill('ZZ1')
        await field(page, 'Număr de înmatriculare').fill('zz 99 e2e')
        await field(page, 'RCA valabil până la').fill('01.01.2020')
        await field(page, 'RCA valabil până la').press('Tab')
        await page.keyboard.press('Control+s')
        await page.getByRole('heading', { name: 'Mașina ZZ1 · ZZ99E2E' }).waitFor()
        await page.getByText('✕ Expirate', { exact: true }).first().waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/devices',
    states: {
      devices: (page) =>
        page.getByRole('table', { name: 'Dispozitive' }).getByRole('link', { name: 'iPhone 12' }).first().waitFor(),
    },
  },
  {
    ...manager,
    at: async (demo) => {
      const body = { platform: 'android' as const, imei: '356938035643809', model: 'Telefon de probă' }
      return `/device/${(await (await demo.api(MANAGER)).request(createDevice, { body })).data.id}`
    },
    states: {
      device: async (page) => {
        await page.getByRole('button', { name: 'Blochează', exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Blochează', exact: true }).click()
        await page.getByRole('button', { name: 'Deblochează', exact: true }).waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/imports?kind=cars',
    states: {
      'import-errors': async (page) => {
        await page.getByRole('heading', { name: 'Import din fișier' }).waitFor()
        await chooseFile(page, 'Indicativ;Număr;An\nZZ2;ZZ98E2E;2020\nZZ3;???;anul trecut')
        const errors = page.getByRole('table', { name: 'Erorile fișierului' })
        await errors.getByRole('cell', { name: 'anul trecut' }).waitFor()
      },
      'import-done': async (page) => {
        await chooseFile(page, 'Indicativ;Număr;An\nZZ2;ZZ98E2E;2020\nZZ3;ZZ97E2E;2021')
        await page.getByRole('button', { name: /^Importă 2/ }).click()
        await page.getByRole('button', { name: 'Vezi lista' }).waitFor()
        await page.getByRole('region', { name: 'Importuri recente' }).getByText('terminat').waitFor()
      },
    },
  },
  {
    who: PLATFORM_ADMIN,
    at: clientWithOrder,
    states: {
      'erase-client': async (page) => {
        const panel = page.getByRole('region', { name: 'Date personale' })
        await panel.getByRole('button', { name: 'Șterge datele personale' }).click()
        await panel.getByRole('checkbox', { name: 'Am înțeles: ștergerea nu se poate anula' }).check()
        await panel.getByRole('textbox', { name: /Motivul/ }).scrollIntoViewIfNeeded()
        await panel.getByText(/^Ștergerea este în curs/).waitFor()
      },
    },
  },
  {
    who: PLATFORM_ADMIN,
    at: '/content',
    states: {
      'content-list': async (page) => {
        const table = page.getByRole('table', { name: 'Conținut' })
        await table.getByRole('link', { name: 'Telefonul', exact: true }).waitFor()
      },
    },
  },
  {
    who: PLATFORM_ADMIN,
    at: pageWithHistory,
    states: {
      'content-edit': async (page) => {
        const text = page.getByRole('textbox', { name: 'Text', exact: true })
        await text.filter({ hasText: 'A doua variantă' }).waitFor()
        await text.fill('A treia variantă')
        await page
          .locator('.change-list')
          .getByText(/^Ordine: /)
          .first()
          .waitFor()
      },
      'content-compare': async (page) => {
        await page.keyboard.press('Control+s')
        await page.getByRole('button', { name: 'Compară cu ce scrie acum' }).first().click()
      },
    },
  },
]

const people = (page: Page) => page.getByRole('table', { name: 'Șoferi', exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: 'masini.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
}

async function clientWithOrder(demo: DemoFixture): Promise<string> {
  const client = demo.client()
  await demo.laterOrder(client)
  return `/user/${client.id}/client`
}

/** A page that was changed twice. */
async function pageWithHistory(demo: DemoFixture): Promise<string> {
  const api = await demo.api(PLATFORM_ADMIN)
  const page = { url: 'ghid-de-noapte', type: 'page' as const, title: 'Ghid de noapte', is_published: true }
  const { id } = (await api.request(createContent, { body: { ...page, content: '<p>Prima variantă</p>' } })).data
  await api.request(editContent, { params: { id }, body: { content: '<p>A doua variantă</p>', menu_order: 7 } })
  return `/content/${id}`
}
