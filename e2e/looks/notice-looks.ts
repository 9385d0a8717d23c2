import { listDriverMessages, sendDriverMessage } from '@dispecerat/contract/office/driver-messages'
import { reportDriverIncident } from '@dispecerat/contract/office/incidents'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Page } from 'playwright-core'
import { SQUARE } from './demo-fixture.ts'
import { DISPATCHER, MANAGER, PLATFORM_ADMIN, type Screen } from './screen.ts'

const manager = { who: MANAGER }
const DRIVER = 'sofer101@demo.ro'

/** Messages, incidents and announcements. */
export const noticeScreens: Screen[] = [
  {
    ...manager,
    at: '/outbox',
    states: {
      chat: async (page, demo) => {
        await page.getByRole('heading', { name: 'Mesaje trimise' }).waitFor()
        await page.locator('.chat-badge').waitFor()
        const driver = await demo.api(DRIVER)
        await driver.request(sendDriverMessage, { body: { message: 'Clientul <b>nu</b> iese' } })
        await page.keyboard.press('Alt+m')
        await messages(page)
          .getByRole('button', { name: /Clientul <b>nu<\/b> iese/ })
          .click()
        await conversation(page).getByRole('textbox').fill('Îl sun')
        await page.keyboard.press('Enter')
        await conversation(page).locator('.chat-bubble').filter({ hasText: 'Îl sun' }).waitFor()
        await driver.request(listDriverMessages)
      },
      'quick-replies': async (page) => {
        await conversation(page).getByRole('button', { name: 'Răspunsuri rapide' }).click()
        await page.getByRole('menuitem', { name: 'Editează răspunsurile…' }).click()
        const editor = page.getByRole('dialog', { name: 'Răspunsuri rapide' })
        await editor.getByLabel('Răspuns nou').fill('Ocolește pe Gării')
        await editor.getByRole('button', { name: 'Adaugă' }).click()
        await editor.getByRole('button', { name: 'Șterge răspunsul „Ocolește pe Gării”' }).waitFor()
      },
      broadcast: async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await messages(page).getByRole('button', { name: 'Tuturor șoferilor' }).click()
        const dialog = page.getByRole('dialog', { name: 'Tuturor șoferilor' })
        await dialog.getByLabel('Mesaj').fill('Polei pe tot drumul')
        await dialog.getByRole('button', { name: 'Continuă' }).click()
        await dialog.getByText(/^Trimite la \d+ .*șofer.*\?$/).waitFor()
      },
      'broadcast-sent': async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Trimite', exact: true }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await messages(page).getByRole('button', { name: 'Tuturor clienților' }).click()
        const recent = page.getByRole('dialog').getByRole('region', { name: 'Trimise recent' })
        await recent
          .getByText(/^Trimis: /)
          .first()
          .waitFor()
      },
    },
  },
  {
    ...manager,
    needsMap: true,
    at: '/incidents',
    states: {
      'incident-form': async (page, demo) => {
        const phone = prettyPhone(demo.client().phone)
        await page.getByRole('button', { name: '+ Incident' }).click()
        const form = page.getByRole('dialog', { name: 'Incident nou' })
        await form.getByLabel('Ce s-a întâmplat').fill('Umbrelă uitată')
        await form.getByLabel('Locul').fill('Lungă 12')
        await page
          .getByRole('option', { name: /Lungă 12/ })
          .first()
          .click()
        await form.getByLabel('Client', { exact: true }).fill(phone)
        await page.getByRole('option', { name: new RegExp(`${phone}$`) }).click()
      },
      'incident-told': async (page) => {
        await page.getByRole('button', { name: 'Înregistrează' }).click()
        const row = page.getByRole('row').filter({ hasText: 'Umbrelă uitată' })
        await row.getByRole('button', { name: /^Deschide Obiect pierdut #/ }).click()
        const sheet = page.getByRole('dialog', { name: /^Obiect pierdut #/ })
        await sheet.getByText(/Lungă 12/).waitFor()
        await sheet.getByRole('img', { name: '!: Locul incidentului' }).waitFor()
      },
    },
  },
  {
    who: PLATFORM_ADMIN,
    at: '/incidents',
    states: {
      'incident-of-the-house': async (page) => {
        await page.getByRole('button', { name: '+ Incident' }).click()
        const form = page.getByRole('dialog', { name: 'Incident nou' })
        await form.getByLabel('Ce s-a întâmplat').fill('Geantă uitată')
        await form.getByRole('button', { name: 'Înregistrează' }).click()
        await form.getByText('Alegeți compania').waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/announcements',
    states: {
      'announcement-form': async (page) => {
        await page.getByRole('button', { name: '+ Anunț' }).click()
        await page.getByRole('dialog', { name: 'Anunț nou' }).getByLabel('Titlu').fill('Ședință vineri')
        await page.getByRole('dialog', { name: 'Anunț nou' }).getByLabel('Text').fill('La bază, la ora 8.')
      },
      announcements: async (page) => {
        await page.getByRole('button', { name: 'Publică' }).click()
        await page.getByRole('row').filter({ hasText: 'Ședință vineri' }).waitFor()
      },
    },
  },
  {
    who: DISPATCHER,
    at: '/dashboard',
    states: {
      'incident-news': async (page, demo) => {
        await page.getByText('În direct').waitFor()
        await page.locator('.chat-badge').waitFor()
        const driver = await demo.api(DRIVER)
        await driver.request(reportDriverIncident, { body: { type: 'accident', text: 'Tamponare la gară' } })
        await page.getByRole('status').filter({ hasText: 'Incident nou: Accident, ' }).getByText('Tamponare').waitFor()
      },
    },
  },
  {
    ...manager,
    needsMap: true,
    at: async (demo) => {
      const body = { type: 'sos' as const, text: 'Ajutor', lat: SQUARE.lat, long: SQUARE.long }
      await (await demo.api(DRIVER)).request(reportDriverIncident, { body })
      return '/incidents'
    },
    states: {
      sos: (page) => page.getByRole('region', { name: 'Alarme SOS' }).getByText('Ajutor').waitFor(),
      incident: async (page) => {
        await page.getByRole('button', { name: /^Preiau alarma/ }).click()
        const sheet = page.getByRole('dialog', { name: /^SOS #/ })
        await sheet.locator('.incident-status').filter({ hasText: 'În lucru' }).waitFor()
        await sheet.getByRole('img', { name: /^!: / }).waitFor()
      },
    },
  },
]

const messages = (page: Page) => page.getByRole('complementary', { name: 'Mesaje' })
const conversation = (page: Page) => messages(page).getByRole('region', { name: /^Conversația cu / })
