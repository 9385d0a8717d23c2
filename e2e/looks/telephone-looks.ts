import type { ClientView } from '@dispecerat/contract/orders/clients'
import { hangUpSimulatedCall, listCalls } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LISTEN, STRICT } from '../browser/listening.ts'
import { blurAll, phoneField } from '../pages/form-helpers.ts'
import { corner, lineOf, waiting } from '../pages/telephone-bar.ts'
import type { DemoFixture } from './demo-fixture.ts'
import { DISPATCHER, MANAGER, type Screen } from './screen.ts'

const dispatcher = { who: DISPATCHER, at: '/operator/order/0' }
/** A number that the demo does not know. */
const UNKNOWN_CALLER = '+40768000001'

/** Ringing and active calls, without audio. */
export const telephoneScreens: Screen[] = [
  threeCallers(),
  {
    ...dispatcher,
    states: {
      'ring-second-order': async (page, demo) => {
        const client = demo.client()
        await demo.laterOrder(client)
        await phoneField(page).waitFor()
        await demo.ring(client.phone)
        await corner(page).getByText('Are deja o comandă deschisă').waitFor()
        await blurAll(page)
        await page.keyboard.press('1')
        await corner(page).getByText('Apăsați încă o dată').waitFor()
      },
    },
  },
  {
    ...dispatcher,
    states: {
      'ring-missed-calls': async (page, demo) => {
        const missed = await demo.ring('+40768000002')
        await (await demo.api(MANAGER)).request(hangUpSimulatedCall, { params: { id: missed.id } })
        await page.getByRole('button', { name: /apel pierdut|apeluri pierdute/ }).waitFor()
        await page.keyboard.press('Alt+KeyR')
        const drawer = page.getByRole('dialog', { name: 'Apeluri pierdute' })
        await drawer
          .getByRole('listitem')
          .filter({ hasText: prettyPhone(missed.phone) })
          .waitFor()
      },
      'ring-chooser': async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: /Sunetul apelurilor/ }).press('Enter')
        const chooser = page.getByRole('radiogroup', { name: 'Sunetul apelurilor' })
        await expect.poll(() => chooser.getByRole('radio').count()).toBe(7)
      },
    },
  },
  {
    ...dispatcher,
    before: async (page) => {
      await page.addInitScript(LISTEN)
      await page.addInitScript(STRICT)
    },
    states: {
      'ring-sound-blocked': async (page, demo) => {
        await page.getByRole('button', { name: /Sunet blocat/ }).waitFor()
        await demo.ring(UNKNOWN_CALLER)
        await waiting(page).first().waitFor()
      },
    },
  },
  {
    ...dispatcher,
    states: {
      'ring-transfer': async (page, demo) => {
        await demo.colleague('/operator/order/0')
        await answered(page, demo)
        await page.keyboard.press('Alt+KeyT')
        const dialog = page.getByRole('dialog', { name: /Transferă apelul/ })
        await dialog.getByRole('list', { name: 'Coleg' }).getByRole('button').first().waitFor()
      },
    },
  },
  {
    who: DISPATCHER,
    at: async (demo) => {
      const talking = await demo.colleague('/operator/order/0')
      return `/operator/order/${await answered(talking, demo)}`
    },
    states: { 'ring-take-over': (page) => page.getByRole('button', { name: 'Preia apelul' }).waitFor() },
  },
  {
    ...dispatcher,
    states: {
      'calls-fifteen': async (page, demo) => {
        await phoneField(page).waitFor()
        for (let n = 0; n < 15; n++) await demo.ring(`+4076800${1000 + n}`)
        await expect.poll(() => waiting(page).count()).toBe(15)
        await waiting(page).first().focus()
        await page.keyboard.press('End')
        await waiting(page).last().and(page.locator(':focus')).waitFor()
      },
    },
  },
]

/** A client of the company, an unknown caller, and a test number. */
function threeCallers(): Screen {
  let client: ClientView
  return {
    ...dispatcher,
    states: {
      'calls-ringing': async (page, demo) => {
        client = demo.client()
        await phoneField(page).waitFor()
        for (const phone of [client.phone, UNKNOWN_CALLER, '+40000000001']) await demo.ring(phone)
        await expect.poll(() => waiting(page).count()).toBe(3)
        await corner(page)
          .getByRole('button', { name: client.addresses[0]?.name ?? '' })
          .waitFor()
        await corner(page).getByText('încă 2 în așteptare').waitFor()
        await page.getByRole('button', { name: /Apel de test - ignorați/ }).waitFor()
      },
      'calls-talking': async (page) => {
        await page.keyboard.press('F1')
        await lineOf(page, client.phone).waitFor()
        await page.waitForURL(/\/operator\/order\/[1-9]/)
        const memory = page.getByRole('region', { name: 'Client', exact: true })
        await memory
          .getByText(client.addresses[0]?.name ?? '')
          .first()
          .waitFor()
      },
    },
  }
}

/** Rings and is answered on this page; resolves with the id of the call's order. */
async function answered(page: Page, demo: DemoFixture): Promise<number> {
  await phoneField(page).waitFor()
  const { id, phone } = await demo.ring(UNKNOWN_CALLER)
  await waiting(page).first().waitFor()
  await page.keyboard.press('F1')
  await lineOf(page, phone).waitFor()
  const api = await demo.api()
  const orderId = async () => (await api.request(listCalls)).data.find((call) => call.id === id)?.order_id ?? 0
  await expect.poll(orderId).toBeGreaterThan(0)
  return orderId()
}
