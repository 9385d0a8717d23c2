import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const OFFICE: readonly [name: string, address: string][] = [
  ['drivers', '/users/driver'],
  ['money', '/finances/reports'],
  ['fairness', '/reports/fairness'],
]

/** Screens of the office: employees, balances, and the fairness of the distribution of orders. */
export async function screenshotsOfTheOffice(
  page: Page,
  shot: (name: string, of: Page) => Promise<void>,
): Promise<void> {
  for (const [name, address] of OFFICE) {
    await page.goto(address)
    await page.getByRole('row').nth(1).waitFor()
    await sleep(1500)
    await shot(name, page)
  }
}
