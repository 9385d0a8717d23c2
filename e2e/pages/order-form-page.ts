import type { ClientView } from '@dispecerat/contract/orders/clients'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { blurAll, highlighted } from './form-helpers.ts'

export { placed } from './form-helpers.ts'

/** Counts the keys after the number was typed, and the time they took. */
export class OrderFormPage {
  keys = 0
  readonly #page: Page
  readonly #startedAt = Date.now()
  constructor(page: Page) {
    this.#page = page
  }
  async press(key: string) {
    this.keys++
    await this.#page.keyboard.press(key)
  }
  async type(text: string) {
    this.keys += text.length
    await this.#page.keyboard.type(text)
  }
  tell(whom: string) {
    const seconds = ((Date.now() - this.#startedAt) / 1000).toFixed(1)
    console.log(`  ${whom}: ${this.keys} keys after the number, ${seconds} s`)
  }
}

/** An empty form whose first field has the focus, whatever was open before. */
export async function freshForm(page: Page) {
  await page.goto('/operator/order/0')
  const phone = page.getByLabel('Telefon', { exact: true })
  await phone.waitFor()
  if ((await phone.inputValue()) !== '' || (await page.getByLabel('Observații', { exact: true }).inputValue()) !== '') {
    await blurAll(page)
    await page.keyboard.press('-')
    await expect.poll(() => phone.inputValue()).toBe('')
    await phone.focus()
  }
  await phone.and(page.locator(':focus')).waitFor()
}

export async function readyToPlace(page: Page, phone: string) {
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  await page.keyboard.type('lunga 12')
  await highlighted(page, /Lungă 12/)
  await page.keyboard.press('Enter')
}

export async function focusPlace(page: Page, letter: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${letter}\\.`) }).focus()
}

export async function chooseAddress(page: Page, typed: string) {
  await page.keyboard.type(typed)
  await highlighted(page)
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await expect.poll(() => placeNames(page)).not.toContain(typed)
}

export function placeNames(page: Page): Promise<string[]> {
  return page
    .locator('.place [role="combobox"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
}

export function phoneOf(page: Page): Promise<string> {
  return page.getByLabel('Telefon', { exact: true }).inputValue()
}

export async function tabTo(page: Page, wanted: ReturnType<Page['locator']>) {
  for (let presses = 0; presses < 60; presses++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never reached it')
}

export async function openOrder(api: ApiClient, from: Page) {
  const id = Number(new URL(from.url()).pathname.split('/').pop())
  return (await api.request(readOrder, { params: { id } })).data
}

/** For hours ahead, so that no search starts and the order stays open. */
export async function laterOrderOf(api: ApiClient, client: ClientView) {
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = client.addresses
  const departure_time = toWireTime(new Date(Date.now() + 5 * 3_600_000))
  const body = { phone: client.phone, client_phone: client.phone, places: [{ name, lat, long }], departure_time }
  return (await api.request(createOrder, { body })).data
}

/** A second tab with the id of this one, which holds the same form. */
export async function openSecondTab(page: Page): Promise<Page> {
  const tab = await page.evaluate(() => sessionStorage.getItem('dispecerat.tab') ?? '')
  const copy = await page.context().newPage()
  await copy.addInitScript((name) => sessionStorage.setItem('dispecerat.tab', name), tab)
  await copy.goto('/operator/order/0')
  return copy
}

/** A form that has become an order has no phone field, so the check must not wait for one. */
export async function isDone(page: Page): Promise<boolean> {
  const phones = await page
    .locator('[data-phone]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  return /order\/[1-9]/.test(page.url()) || phones.every((typed) => typed === '')
}
