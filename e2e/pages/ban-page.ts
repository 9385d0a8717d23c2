import type { Page } from 'playwright-core'

/** The card of a driver and the ban menu, as a user without a mouse operates them. */
export function banPage(driverId: () => number) {
  function cardOf(on: Page) {
    return on.getByRole('region', { name: 'Fișa șoferului' })
  }

  function banButton(on: Page) {
    return cardOf(on).locator(`[data-ban="${driverId()}"]`)
  }

  async function openBanMenu(on: Page) {
    await banButton(on).focus()
    await on.keyboard.press('Enter')
    await on.getByRole('menu').waitFor()
  }

  async function choose(on: Page, name: string | RegExp) {
    const focused = on.getByRole('menuitem', { name }).and(on.locator(':focus'))
    // Keys pressed before the open menu has the focus would go to the button.
    await on.locator('[role="menu"]:focus, [role="menu"] :focus').first().waitFor()
    for (let presses = 0; presses < 10 && (await focused.count()) === 0; presses++) await on.keyboard.press('ArrowDown')
    await focused.waitFor()
    await on.keyboard.press('Enter')
  }

  async function clockOf(on: Page): Promise<string> {
    return cardOf(on).locator('.ban-clock').innerText()
  }

  return { cardOf, openBanMenu, choose, clockOf }
}
