import { listBlockedPhones } from '@dispecerat/contract/company-desk'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk } from './console-browser.ts'
import { type DemoServer, startDemo } from './demo-server.ts'
import { handsOff } from './form-hands.ts'
import { keepToasts, waitForToast } from './toasts.ts'

let server: DemoServer
let browser: Browser
let api: ApiDesk
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await apiDesk(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser()
  page = (await openDesk(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('the order screen blocks the phone that is typed: it is filled in, the reason is asked for', async () => {
  await page.goto('/operator/order/0')
  await page.locator('[data-phone]').fill('0722 444 555')
  await page.getByRole('button', { name: 'Blochează numărul' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Blochează numărul' })
  await dialog.getByLabel('Motiv').and(page.locator(':focus')).waitFor()
  expect(await dialog.getByLabel('Telefon').inputValue()).toBe('0722444555')
  await page.keyboard.press('Enter')
  await dialog.getByText('Motivul este obligatoriu').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Blochează numărul' }).and(page.locator(':focus')).waitFor()
  await page.locator('[data-phone]').fill('')
})

describe('blocked phones', () => {
  const modal = () => page.getByRole('dialog', { name: 'Telefoane blocate' })
  const fill = async (phone: string, reason: string) => {
    await modal().getByLabel('Telefon', { exact: true }).fill(phone)
    await modal().getByLabel('Motiv', { exact: true }).fill(reason)
    await page.keyboard.press('Enter')
  }

  test('B opens them; what is missing or wrong is said at its field', async () => {
    await handsOff(page)
    await page.keyboard.press('b')
    await modal().getByLabel('Telefon', { exact: true }).and(page.locator(':focus')).waitFor()
    await fill('', '')
    await modal().getByText('Numarul de telefon este obligatoriu').waitFor()
    await modal().getByText('Motivul este obligatoriu').waitFor()
    await fill('123', 'Glume')
    await modal().getByText('Număr de telefon invalid').waitFor()
  })

  test('a phone is blocked once, found however it is typed, and accepted again with a way back', async () => {
    const before = (await api.call(listBlockedPhones, {})).data.length
    await fill('0040 722 999 888', 'Comenzi false')
    await waitForToast(page, 'Blocat!')
    await modal()
      .getByRole('row', { name: /0722 999 888 Comenzi false/ })
      .waitFor()
    await fill('+40722999888', 'Din nou')
    await modal().getByText('Numărul este deja blocat').waitFor()

    await modal().getByLabel('Caută telefon sau motiv').fill('0722.999.888')
    await expect.poll(() => modal().getByRole('row').count()).toBe(2)
    await keepToasts(page)
    await modal().getByRole('button', { name: 'Șterge blocarea numărului 0722 999 888' }).press('Enter')
    await waitForToast(page, 'Sters!')
    await modal().getByText('Niciun număr nu se potrivește.').waitFor()
    await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
    await modal()
      .getByRole('row', { name: /0722 999 888 Comenzi false/ })
      .waitFor()
    expect((await api.call(listBlockedPhones, {})).data).toHaveLength(before + 1)
    await page.keyboard.press('Escape')
    await modal().waitFor({ state: 'detached' })
  })
})
