import { listSearchIntervals, type SearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import type { Locator, Page } from 'playwright-core'
import type { ApiClient } from '../api/api-client.ts'
import { arrowKeysReady } from './form-helpers.ts'
import { waitForToast } from './toasts.ts'

/** Page object of the search rules screen. */
export function builderPage(page: () => Page) {
  const rows = () => page().locator('.rule-row')
  const toast = (text: string) => waitForToast(page(), text)
  const handle = (name: string) => page().getByRole('button', { name: `Mută ${name}`, exact: true })
  const row = (name: string) => rows().filter({ has: page().getByText(name, { exact: true }) })
  const open = (name: string) => row(name).locator('.rule-face').click()
  const field = (label: string, step = 0) => page().locator('.step-card').nth(step).getByLabel(label, { exact: true })
  const shownNames = () => page().locator('.rule-name').allTextContents()

  async function choose(select: Locator, option: string) {
    await select.click()
    await page().getByRole('option', { name: option, exact: true }).click()
  }

  /** Picks up an item with Space. */
  async function take(name: string) {
    await handle(name).focus()
    await page().keyboard.press('Space')
    await spoken(`Ați luat ${name}`)
    await arrowKeysReady(page())
  }

  async function spoken(text: string) {
    await page().locator('[id^="DndLiveRegion"]').filter({ hasText: text }).first().waitFor({ state: 'attached' })
  }

  async function centre(element: Locator): Promise<{ x: number; y: number }> {
    const box = await element.boundingBox()
    if (!box) throw new Error('not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  return { rows, toast, handle, open, field, shownNames, choose, take, spoken, centre }
}

/** The saved rules of the demo's taxi company. */
export function savedRules(api: () => ApiClient) {
  const saved = async (): Promise<SearchInterval[]> =>
    (await api().request(listSearchIntervals, { query: { company_id: 1 } })).data

  async function intervalCalled(name: string): Promise<SearchInterval> {
    const found = (await saved()).find((interval) => interval.name === name)
    if (!found) throw new Error(`no interval is called ${name}`)
    return found
  }

  return { saved, intervalCalled, names: async () => (await saved()).map(({ name }) => name) }
}
