import { createService } from '@dispecerat/contract/identity/catalogue'
import { createPerson } from '@dispecerat/contract/office/people'
import { createPhoneLine } from '@dispecerat/contract/telephony/telephone-admin'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { noToasts } from '../pages/form-helpers.ts'
import { codeOf, newDispatcher } from './public-looks.ts'
import { MANAGER, PLATFORM_ADMIN, type Screen } from './screen.ts'

const manager = { who: MANAGER }
const DISPATCHER_WITH_TWO_STEPS = 'ana.noua@proba.ro'
/** An administrator of the restaurant, which requires two-factor login. */
const ADMIN_WITH_TWO_STEPS = 'radu.nou@proba.ro'

/** Settings of a company, and the security settings of an account. */
export const settingsScreens: Screen[] = [
  {
    ...manager,
    at: '/settings',
    isForPhones: true,
    states: { settings: (page) => page.getByRole('heading', { name: 'Setări', exact: true }).waitFor() },
  },
  {
    ...manager,
    at: '/settings/orders',
    isForPhones: true,
    states: {
      'settings-group': async (page) => {
        await page.getByRole('textbox', { name: 'Comenzi încheiate în liste (ore)', exact: true }).fill('999')
        await page.keyboard.press('Control+s')
        await page.locator('main').getByText('Între 1 și 168', { exact: true }).waitFor()
        // The last part of the frame to load, and the first that does not fit on a phone.
        await page.locator('.missed-open').waitFor()
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      await (await demo.api(MANAGER)).request(createService, { body: { name: 'Transfer aeroport' } })
      return '/settings/services'
    },
    states: {
      'settings-services': (page) => page.getByRole('row', { name: /Transfer aeroport/ }).waitFor(),
      'settings-service-form': async (page) => {
        await page.getByRole('button', { name: 'Modifică: Transfer aeroport' }).click()
        const form = page.getByRole('dialog')
        const bases = form.getByLabel('Tarif de bază')
        await expect.poll(() => bases.locator('option').count()).toBeGreaterThan(1)
        await bases.selectOption({ index: 1 })
        await form.getByLabel('Cod', { exact: true }).fill('aeroport')
        await form.getByLabel('Nume', { exact: true }).fill('Taxi')
        await form.getByRole('button', { name: 'Salvează' }).click()
        await form.getByText('Există deja unul cu numele acesta').waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/settings/ring',
    isForPhones: true,
    states: { 'settings-ring': (page) => page.getByLabel('Sunetul apelurilor', { exact: true }).waitFor() },
  },
  {
    ...manager,
    at: '/settings/tariffs',
    states: {
      'settings-tariffs': (page) => tariffs(page).getByRole('row').nth(1).waitFor(),
      'settings-tariff': async (page) => {
        await tariffs(page).getByRole('row', { name: /^Taxi/ }).getByRole('link').click()
        const calculator = page.getByRole('region', { name: 'Calculator' })
        await calculator.getByLabel('Distanța (km)').fill('10')
        await page.getByLabel('Pornire (RON)').fill('7,77')
        await calculator.getByText(/^Cu tariful salvat: /).waitFor()
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      const body = { number: '0268 999 111', name: 'Numărul scurt' }
      await (await demo.api(MANAGER)).request(createPhoneLine, { body })
      return '/settings/telephone'
    },
    states: {
      'settings-telephone': async (page) => {
        const lines = page.getByRole('region', { name: 'Liniile companiei' })
        await lines.getByRole('row', { name: /0268 999 111/ }).waitFor()
      },
      'settings-telephone-outgoing': (page) => stopCalls(page).scrollIntoViewIfNeeded(),
      'settings-telephone-stop': async (page) => {
        await stopCalls(page).click()
        await page.getByRole('dialog').getByText('Numai platforma le poate reporni').waitFor()
      },
      'settings-telephone-password': async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Renunță' }).click()
        await page
          .getByRole('button', { name: /^Parolă nouă pentru / })
          .first()
          .click()
        await page.getByRole('dialog').getByRole('button', { name: 'Fă o parolă nouă' }).click()
        await page.getByRole('dialog', { name: 'Parola nouă' }).getByLabel('Parola', { exact: true }).waitFor()
      },
    },
  },
  {
    who: PLATFORM_ADMIN,
    at: '/settings/telephone',
    states: {
      'settings-telephone-platform': (page) => page.getByRole('button', { name: 'Salvează limitele' }).waitFor(),
      'settings-telephone-limits': async (page) => {
        await page.getByRole('textbox', { name: 'Minute pe zi', exact: true }).fill('')
        await page.getByRole('textbox', { name: 'Prefixe de țară permise' }).fill('Moldova')
        await page.getByRole('button', { name: 'Salvează limitele' }).click()
        await page
          .getByRole('textbox', { name: 'Minute pe zi', exact: true })
          .and(page.locator('[aria-invalid="true"]'))
          .waitFor()
      },
      'settings-telephone-stopped': async (page) => {
        await stopCalls(page).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Oprește', exact: true }).click()
        await page.getByRole('button', { name: 'Repornește apelurile' }).scrollIntoViewIfNeeded()
        await noToasts(page)
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      await (await demo.api(MANAGER)).request(createService, { body: { name: 'Transfer de noapte' } })
      return '/settings/changes?entity=service'
    },
    states: {
      'settings-changes': async (page) => {
        const journal = page.getByRole('region', { name: 'Jurnal de modificări' })
        await journal.getByText('Transfer de noapte').first().waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/settings/texts',
    states: {
      'settings-texts': (page) =>
        page.getByRole('region', { name: 'Către clienți' }).getByText('Oprit').first().waitFor(),
      'settings-text': async (page) => {
        await page.locator('main').getByRole('link', { name: 'Mașina a ajuns', exact: true }).click()
        await page.getByLabel('Mesajul pleacă').check()
        await page.getByLabel('Text', { exact: true }).fill('Vă așteaptă ')
        await page.getByRole('button', { name: 'Pune {indicativ} în text' }).press('Enter')
        await page.getByLabel('Fără diacritice').uncheck()
        const preview = page.getByRole('region', { name: 'Cum arată' })
        await preview.getByText('14 caractere, 1 SMS. Scump din cauza: ă ș', { exact: true }).waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/settings/retention',
    states: {
      retention: async (page) => {
        await page.getByRole('textbox', { name: 'Apelurile (zile)' }).waitFor()
        await page.getByText('Nicio noapte nu a avut ce șterge.').waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/settings/account',
    states: {
      'account-email': async (page) => {
        await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alta@proba.ro')
        await page.getByText('Cerută ca să schimbați e-mailul').waitFor()
      },
    },
  },
  {
    who: ADMIN_WITH_TWO_STEPS,
    at: async (demo) => {
      const roles = ['company_admin' as const]
      const body = { name: 'Radu Nou', email: ADMIN_WITH_TWO_STEPS, roles, company_ids: [3], password: 'demo-parola' }
      await (await demo.api(PLATFORM_ADMIN)).request(createPerson, { body })
      return '/dashboard'
    },
    states: {
      'two-factor-required': async (page) => {
        await page.waitForURL('**/two-factor')
        await page.getByRole('heading', { name: 'Activează autentificarea în doi pași', level: 1 }).waitFor()
        await page.getByLabel('Parola contului', { exact: true }).waitFor()
      },
    },
  },
  twoFactor(),
]

const stopCalls = (page: Page) => page.getByRole('button', { name: 'Oprește toate apelurile' })
const tariffs = (page: Page) => page.getByRole('table', { name: 'Tarifele companiei' })
const twoFactorPanel = (page: Page) => page.getByRole('region', { name: 'Autentificare în doi pași' })

/** An account that enables two-factor login. */
function twoFactor(): Screen {
  let secret: string
  return {
    who: DISPATCHER_WITH_TWO_STEPS,
    at: async (demo) => {
      await newDispatcher(demo, DISPATCHER_WITH_TWO_STEPS)
      return '/settings/account'
    },
    states: {
      'two-factor-begun': async (page) => {
        const panel = twoFactorPanel(page)
        await panel.getByLabel('Parola contului', { exact: true }).fill('demo-parola')
        await panel.getByRole('button', { name: 'Activează' }).click()
        await panel.getByRole('img', { name: 'Pătratul de scanat cu aplicația de coduri' }).waitFor()
        secret = (await panel.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
        await panel.getByRole('textbox', { name: 'Cod din aplicație' }).scrollIntoViewIfNeeded()
      },
      'two-factor-codes': async (page) => {
        const panel = twoFactorPanel(page)
        await panel.getByRole('textbox', { name: 'Cod din aplicație' }).fill(codeOf(secret))
        await panel.getByRole('button', { name: 'Confirmă codul' }).click()
        const codes = panel.getByRole('list', { name: 'Coduri de rezervă' }).getByRole('listitem')
        await expect.poll(() => codes.count()).toBe(10)
      },
      'two-factor-on': async (page) => {
        const panel = twoFactorPanel(page)
        await panel.getByRole('button', { name: 'Le-am păstrat' }).click()
        await panel.getByText('Coduri de rezervă rămase').waitFor()
        await panel.getByRole('button', { name: 'Dezactivează' }).click()
        await panel.getByRole('textbox', { name: 'Cod din aplicație sau de rezervă' }).waitFor()
      },
    },
  }
}
