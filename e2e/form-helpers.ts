import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What hands do in the order form, whatever the test is about. */

export const phoneField = (on: Page) => on.getByRole('textbox', { name: 'Telefon', exact: true })
export const pickup = (on: Page) => on.getByRole('combobox', { name: /^A\./ })
export const submit = (on: Page) => on.keyboard.press('Control+Enter')
export const orderIdOn = (on: Page) => Number(new URL(on.url()).pathname.split('/').pop())
export const action = (on: Page, name: string) =>
  on.getByRole('group', { name: 'Acțiuni' }).getByRole('button', { name, exact: true })

export async function freshForm(on: Page) {
  await on.goto('/operator/order/0')
  // The form takes the focus when it comes; keys before that would go elsewhere.
  await phoneField(on).and(on.locator(':focus')).waitFor()
  await emptied(on)
}

/** The address is the order's, and the form it was typed in has given way to it. */
export async function placed(on: Page) {
  await on.waitForURL(/\/operator\/order\/[1-9]\d*/)
  await on.getByRole('form', { name: 'Comandă nouă' }).waitFor({ state: 'detached' })
}

/** The address list hangs open, and the next Enter takes this one. */
export const highlighted = (on: Page, name: RegExp = /./) =>
  on.getByRole('option', { name }).and(on.locator('[data-combobox-selected]')).waitFor()

/** Nothing has the focus; some keys work only then. */
export const blurAll = (on: Page) => on.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

/** Whatever stood in the form is closed. */
export async function emptied(on: Page) {
  await blurAll(on)
  await on.keyboard.press('-')
  await expect.poll(() => phoneField(on).inputValue()).toBe('')
}

/** The library that moves things listens to the arrows one turn of the event loop after it has taken one. */
export async function arrowsAreHeard(on: Page) {
  await on.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)))
}

/** The same library takes clicks away for 50 ms after something was dropped. */
export async function clicksAreHeard(on: Page) {
  await on.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
}

/** Whatever toasts stand are closed; one may go by itself meanwhile, and another come. */
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

/** The first of the client's own addresses. */
export async function pickSaved(on: Page) {
  await on.locator('.memory-pick').first().waitFor()
  await on.keyboard.press('Alt+Shift+Digit1')
  await expect.poll(() => pickup(on).inputValue()).not.toBe('')
}

/** Opens the menu of the row that has the focus and chooses from it, by the keyboard. */
export async function chooseFromRowMenu(on: Page, name: string): Promise<void> {
  await on.keyboard.press('Shift+F10')
  // It takes the focus a moment after it is drawn.
  await on.getByRole('menu').and(on.locator(':focus-within')).waitFor()
  await on.getByRole('menuitem', { name }).focus()
  await on.keyboard.press('Enter')
}
