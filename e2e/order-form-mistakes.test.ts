import { lookUpClient } from '@dispecerat/contract/clients'
import { blockPhone } from '@dispecerat/contract/company-desk'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk } from './console-browser.ts'
import { type DemoServer, startDemo } from './demo-server.ts'
import { freshForm, MISTAKES, placed, readyToPlace } from './order-form-hand.ts'
import { waitForToast } from './toasts.ts'

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

describe('a mistake', () => {
  test('of an empty form is told field by field, and the first one has the focus', async () => {
    await freshForm(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Numarul de telefon este obligatoriu').waitFor()
    await page.getByText('Please enter address').waitFor()
    await page.getByLabel('Telefon', { exact: true }).and(page.locator(':focus')).waitFor()
  })

  test.each(MISTAKES)('%s: %.20s', async (label, typed, message) => {
    const field = page.getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.fill(typed)
    await page.keyboard.press('Control+Enter')
    await page.getByText(message).first().waitFor()
    // The same words may stand from the mistake before.
    await field.and(page.locator('[aria-invalid="true"]')).waitFor()
    expect(await field.inputValue()).toBe(typed)
    await field.fill(before)
  })

  test('the server finds is shown as a toast and beside its field, until the field is changed', async () => {
    const phone = '0755 908 888'
    await api.call(blockPhone, { body: { phone, reason: 'Glume' } })
    await freshForm(page)
    await readyToPlace(page, phone)
    await page.getByLabel('Nume client').fill('Gheorghe')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('Număr blocat', { exact: true }).first().waitFor()
    const field = page.getByLabel('Telefon', { exact: true })
    await field.and(page.locator(':focus')).and(page.locator('[aria-invalid="true"]')).waitFor()
    expect(await page.getByLabel('Nume client').inputValue()).toBe('Gheorghe')
    await field.fill('0755 908 889')
    await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true')
    await page.keyboard.press('Control+Enter')
    await placed(page)
  })

  test('notes cannot be kept for nobody, and are kept for a number', async () => {
    const phone = '0755 909 999'
    await freshForm(page)
    await page.getByLabel('Observații', { exact: true }).fill('Are câine mare')
    const save = page.getByRole('button', { name: 'Salvează observațiile pentru clientul acesta' })
    await save.press('Enter')
    await page.getByRole('alert').getByText('Numarul de telefon este obligatoriu').waitFor()
    await page.getByLabel('Telefon', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(phone)
    await save.press('Enter')
    await waitForToast(page, 'Observatii actualizate')
    expect((await api.call(lookUpClient, { body: { phone } })).data.about).toBe('Are câine mare')
    await page.keyboard.press('Escape')
    await page.keyboard.press('-')
  })
})
