import { beginTwoFactor, confirmTwoFactor } from '@dispecerat/contract/identity/two-factor'
import { makeReportToken } from '@dispecerat/contract/office/driver-reports'
import { createPerson } from '@dispecerat/contract/office/people'
import { changePublicMap, listPublicMaps } from '@dispecerat/contract/site/public-map'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { type DemoFixture, SQUARE } from './demo-fixture.ts'
import { MANAGER, NOBODY, type Screen } from './screen.ts'

const PASSWORD = 'demo-parola'
const DAY_MS = 86_400_000

/** Public pages, read on a computer or on a phone. */
const forEverybody = { who: NOBODY, isForPhones: true }

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

export const publicScreens: Screen[] = [
  {
    ...forEverybody,
    at: '/login',
    states: {
      login: (page) => page.getByLabel('E-mail').waitFor(),
      'login-missing': async (page) => {
        await page.getByLabel('E-mail').press('Enter')
        await page.getByText('Câmp obligatoriu').first().waitFor()
      },
      'login-refused': async (page) => {
        await typeLogin(page, 'dispecer@demo.ro', 'nu-e-aceasta')
        await page.getByRole('alert').waitFor()
      },
    },
  },
  {
    ...forEverybody,
    at: async (demo) => {
      await newDispatcher(demo, 'doi-pasi@proba.ro')
      const api = await demo.api('doi-pasi@proba.ro')
      const { secret } = (await api.request(beginTwoFactor, { body: { password: PASSWORD } })).data
      await api.request(confirmTwoFactor, { body: { code: codeOf(secret) } })
      return '/login'
    },
    states: {
      'two-factor-login': async (page) => {
        await typeLogin(page, 'doi-pasi@proba.ro', PASSWORD)
        const code = page.getByRole('textbox', { name: 'Cod din aplicație sau de rezervă' })
        await code.fill('123')
        await code.press('Enter')
        await page.getByText('Codul nu este bun sau a fost deja folosit').waitFor()
      },
    },
  },
  { ...forEverybody, at: '/set-up', states: { 'set-up-no-link': (page) => page.getByRole('alert').waitFor() } },
  {
    ...forEverybody,
    at: '/set-up#tx_legatura-veche',
    states: {
      'set-up-mistakes': async (page) => {
        await page.getByRole('button', { name: 'Creează contul' }).click()
        await page.getByText('Câmp obligatoriu').first().waitFor()
        await typeFirstAccount(page, 'parola-lunga', 'parola-lungă')
        await page.getByText('Parolele nu sunt la fel').waitFor()
      },
      'set-up-over': async (page) => {
        await typeFirstAccount(page, 'scurt', 'scurt')
        await page.getByLabel('Parolă', { exact: true }).and(page.locator('[aria-invalid="true"]:focus')).waitFor()
        await typeFirstAccount(page, 'parola-lunga', 'parola-lunga')
        await page.getByRole('alert').waitFor()
      },
    },
  },
  {
    ...forEverybody,
    at: '/reset-password',
    states: {
      'reset-ask': (page) => page.getByLabel('E-mail', { exact: true }).fill('dispecer@demo.ro'),
      'reset-sent': async (page) => {
        await page.getByRole('button', { name: 'Trimite legătura', exact: true }).click()
        await page.getByRole('status').filter({ hasText: 'legătura este pe drum' }).waitFor()
      },
    },
  },
  {
    ...forEverybody,
    at: async (demo) => {
      await newDispatcher(demo, 'uituc@proba.ro', null)
      const { pathname, hash } = new URL(await demo.mailedLink('uituc@proba.ro'))
      return `${pathname}${hash}`
    },
    states: {
      'reset-choose': async (page) => {
        await page.getByRole('heading', { name: 'Alege parola nouă' }).waitFor()
        await page.getByLabel('Parola nouă', { exact: true }).fill('parola123')
        await page.getByLabel('Parola nouă încă o dată', { exact: true }).fill('parola123')
        await page.getByRole('button', { name: 'Salvează parola', exact: true }).click()
        await page.getByText('Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură').waitFor()
      },
    },
  },
  {
    ...forEverybody,
    at: '/business/enroll#tx_legatura-veche',
    states: {
      'confirm-email-over': async (page) => {
        await page.getByRole('button', { name: 'Confirmă adresa' }).click()
        await page.getByText('Legătura de confirmare nu mai este valabilă').waitFor()
      },
    },
  },
  {
    ...forEverybody,
    before: (page) => page.route('**/api/sign-up', (route) => route.fulfill({ json: { data: { mode: 'off' } } })),
    at: '/business/enroll',
    states: { 'enroll-closed': (page) => page.getByText('Înscrierea firmelor este închisă').waitFor() },
  },
  {
    ...forEverybody,
    at: '/',
    states: {
      'enroll-filled': async (page) => {
        await heading(page, 'Înscrie-ți firma')
        await field(page, 'CUI').fill('RO 14399840')
        await field(page, 'CUI').press('Tab')
        await page.getByText('plătitor de TVA').waitFor()
        await field(page, 'E-mail').fill('ana@exemplu.ro')
        await field(page, 'Telefon').fill('0268 123 456')
        await page.getByLabel('Parolă', { exact: true }).fill('o parola lunga')
        await field(page, 'Persoană de contact').fill('Ana Pop')
        const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
        const file = { name: 'sigla.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('checkbox', { name: /Sunt de acord/ }).check()
      },
      'enroll-done': async (page) => {
        await page.getByRole('button', { name: 'Începe perioada de probă' }).click()
        await page.getByText('Contul a fost creat. Vă puteți autentifica.').waitFor()
      },
    },
  },
  {
    ...forEverybody,
    at: '/documentation',
    states: {
      'documentation-page': async (page) => {
        const tree = page.getByRole('navigation', { name: 'Paginile documentației' })
        await tree.getByRole('link', { name: 'Telefonul', exact: true }).click()
        await heading(page, 'Telefonul')
      },
      'documentation-pictures': async (page) => {
        const tree = page.getByRole('navigation', { name: 'Paginile documentației' })
        await tree.getByRole('link', { name: 'Dispeceratul: liste și comenzi', exact: true }).click()
        await page.getByRole('img', { name: /^Drumul comenzii/ }).waitFor()
      },
    },
  },
  {
    ...forEverybody,
    at: '/driver/privacy',
    states: { 'driver-privacy': (page) => heading(page, 'Confidențialitate pentru șoferi') },
  },
  { ...forEverybody, at: '/app', states: { app: (page) => heading(page, 'Aplicația pentru șoferi') } },
  {
    ...forEverybody,
    at: '/download',
    states: { download: (page) => page.getByText('Aplicația va fi disponibilă în curând').waitFor() },
  },
  {
    ...forEverybody,
    at: '/pro',
    states: { pro: (page) => page.getByRole('link', { name: 'Descarcă fișierul APK' }).waitFor() },
  },
  {
    ...forEverybody,
    at: (demo) => reportOfDriver(demo, 2000, 1990),
    states: {
      'driver-report': async (page) => {
        await heading(page, 'Istoricul curselor')
        await page.getByText('Nicio cursă în această perioadă.').waitFor()
      },
    },
  },
  {
    ...forEverybody,
    at: (demo) => reportOfDriver(demo, 30, 0),
    states: {
      'driver-report-page': async (page) => {
        await page.getByRole('heading', { name: 'Partea ta' }).waitFor()
        await page.getByText('Încasări pe oră', { exact: true }).waitFor()
      },
    },
  },
  {
    ...forEverybody,
    needsMap: true,
    at: async (demo) => `/live?company=${await showCars(demo, false)}`,
    states: {
      'live-hidden': (page) => page.getByText('Această companie nu își arată mașinile pe hartă.').waitFor(),
    },
  },
  {
    ...forEverybody,
    needsMap: true,
    at: async (demo) => {
      await showCars(demo, true)
      await demo.driver('sofer101@demo.ro', SQUARE)
      return '/live'
    },
    states: {
      live: async (page) => {
        await page.getByRole('region', { name: 'Harta mașinilor' }).locator('canvas').waitFor()
        await page.getByRole('list', { name: 'Legendă' }).getByText('libere').waitFor()
        await page.getByText(/^actualizat acum \d+ s$/).waitFor()
      },
      'live-table': async (page) => {
        await page.getByRole('button', { name: 'Tabel' }).press('Enter')
        await page.getByRole('button', { name: 'Tabel', pressed: true }).waitFor()
      },
    },
  },
  {
    ...forEverybody,
    needsMap: true,
    at: async (demo) => {
      await demo.driver('sofer101@demo.ro', SQUARE)
      return `/live?company=${await showCars(demo, true)}&kiosk=1`
    },
    states: { 'live-kiosk': (page) => page.getByText(/^actualizat acum \d+ s$/).waitFor() },
  },
]

export function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

/** Without a password, a link to choose one is mailed. */
export async function newDispatcher(demo: DemoFixture, email: string, password: string | null = PASSWORD) {
  const body = { name: 'Ana Nouă', email, roles: ['dispatcher' as const], company_ids: [1], password }
  await (await demo.api(MANAGER)).request(createPerson, { body })
}

async function typeLogin(page: Page, email: string, password: string) {
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByLabel('Parolă', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Intră în cont' }).click()
}

async function typeFirstAccount(page: Page, password: string, again: string) {
  await page.getByLabel('Nume').fill('Mihai Popa')
  await page.getByLabel('E-mail').fill('mihai@taxi.ro')
  await page.getByLabel('Parolă', { exact: true }).fill(password)
  await page.getByLabel('Parola încă o dată').fill(again)
  await page.getByRole('button', { name: 'Creează contul' }).click()
}

/** The URL of driver 101's trip report between so many days ago and so many. */
async function reportOfDriver(demo: DemoFixture, fromDay: number, toDay: number): Promise<string> {
  const ago = (days: number) => toWireTime(new Date(Date.now() - days * DAY_MS))
  const body = { from: ago(fromDay), to: ago(toDay) }
  return (await (await demo.api(MANAGER)).request(makeReportToken, { params: { id: 101 }, body })).data.path
}

/** Sets whether the cars of the taxi company are public; returns its id. */
export async function showCars(demo: DemoFixture, public_live: boolean): Promise<number> {
  const manager = await demo.api(MANAGER)
  const company_id = (await manager.request(listPublicMaps)).data[0]?.company_id ?? 0
  await manager.request(changePublicMap, { body: { company_id, public_live } })
  return company_id
}
