import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Steps in the order form, shared by many tests. */

export const phoneField = (on: Page) => on.getByRole('textbox', { name: 'Telefon', exact: true })
export const pickup = (on: Page) => on.getByRole('combobox', { name: /^A\./ })
export const submit = (on: Page) => on.keyboard.press('Control+Enter')
export const orderIdOn = (on: Page) => Number(new URL(on.url()).pathname.split('/').pop())
export const action = (on: Page, name: string) =>
  on.getByRole('group', { name: 'Acțiuni' }).getByRole('button', { name, exact: true })

export async function freshForm(on: Page) {
  await on.goto('/operator/order/0')
  // The form takes the focus when it opens; earlier keys would go elsewhere.
  await phoneField(on).and(on.locator(':focus')).waitFor()
  await emptied(on)
}

/** The URL has the order's id, and the order has replaced the form. */
export async function placed(on: Page) {
  await on.waitForURL(/\/operator\/order\/[1-9]\d*/)
  await on.getByRole('form', { name: 'Comandă nouă' }).waitFor({ state: 'detached' })
}

/** The address list is open, and the next Enter chooses this entry. */
export const highlighted = (on: Page, name: RegExp = /./) =>
  on.getByRole('option', { name }).and(on.locator('[data-combobox-selected]')).waitFor()

/** Removes the focus; some keys work only without it. */
export const blurAll = (on: Page) => on.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

/** Closes the content of the form. */
export async function emptied(on: Page) {
  await blurAll(on)
  await on.keyboard.press('-')
  await expect.poll(() => phoneField(on).inputValue()).toBe('')
}

/** The drag library listens to the arrow keys one turn of the event loop after it has picked something up. */
export async function arrowKeysReady(on: Page) {
  await on.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)))
}

/** The drag library suppresses clicks for 50 ms after a drop. */
export async function clicksReady(on: Page) {
  await on.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
}

/** Closes all toasts; meanwhile one may close by itself, and another appear. */
export async function noToasts(on: Page) {
  const closers = on.getByRole('button', { name: 'Închide notificarea' })
  await expect
    .poll(async () => {
      await closers.evaluateAll((all) => {
        for (const one of all) (one as HTMLElement).click()
      })
      return closers.count()
    })
    .toBe(0)
}

/** Chooses the first of the client's saved addresses. */
export async function pickSaved(on: Page) {
  await on.locator('.memory-pick').first().waitFor()
  await on.keyboard.press('Alt+Shift+Digit1')
  await expect.poll(() => pickup(on).inputValue()).not.toBe('')
}

/** Opens the menu of the focused row and chooses an entry, by keyboard. */
export async function chooseFromRowMenu(on: Page, name: string): Promise<void> {
  await on.keyboard.press('Shift+F10')
  // The menu takes the focus a moment after it is drawn.
  await on.getByRole('menu').and(on.locator(':focus-within')).waitFor()
  await on.getByRole('menuitem', { name }).focus()
  await on.keyboard.press('Enter')
}
