import { changeRoleWords, readRoleWords } from '@dispecerat/contract/permissions'
import { editSearchInterval } from '@dispecerat/contract/search-rules'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { builderHand, savedRules } from './builder-hand.ts'
import { launchBrowser, openDesk, WIDE } from './console-browser.ts'
import { type DemoServer, startDemo } from './demo-server.ts'
import { keepToasts, waitForToast } from './toasts.ts'

let server: DemoServer
let browser: Browser
/** The platform's admin: the second editor, over HTTP. */
let admin: ApiDesk
let page: Page

beforeAll(async () => {
  server = await startDemo()
  admin = await apiDesk(server.url, 'admin@demo.ro')
  browser = await launchBrowser()
  page = (await openDesk(browser, { address: server.url, email: 'manager@demo.ro', size: WIDE })).page
})

beforeEach(async () => {
  await page.goto('/builder')
  await rows().nth(4).waitFor()
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const { rows, toast, open, field, shownNames } = builderHand(() => page)
const { saved, names, intervalCalled } = savedRules(() => admin)

test('leaving with unsaved work asks first', async () => {
  await open('Noaptea')
  await page.getByLabel('Nume').fill('Noaptea lungă')
  await page.getByRole('link', { name: 'Panou' }).click()
  const question = page.getByRole('dialog', { name: 'Aveți modificări nesalvate. Le părăsiți?' })
  await question.waitFor()
  await question.getByRole('button', { name: 'Rămân aici' }).click()
  expect(await page.getByLabel('Nume').inputValue()).toBe('Noaptea lungă')
  await page.getByRole('link', { name: 'Panou' }).click()
  await question.getByRole('button', { name: 'Pleacă fără salvare' }).click()
  await page.waitForURL('**/dashboard')
  await page.locator('.builder').waitFor({ state: 'detached' })
  await page.goBack()
  await rows().nth(4).waitFor()
  await expect.poll(shownNames).toContain('Noaptea')
})

test('another admin saves the same rule meanwhile: typed text stays until it is saved on confirmation or discarded', async () => {
  const name = page.getByLabel('Nume')
  await open('Duminica')
  await name.fill('Duminicile')
  const { id } = await intervalCalled('Duminica')
  await admin.call(editSearchInterval, { params: { id }, body: { name: 'Ziua a șaptea' } })
  const alert = page.getByRole('alert').filter({ hasText: 'a salvat între timp altă variantă' })
  await alert.waitFor()
  expect(await name.inputValue()).toBe('Duminicile')
  await page.keyboard.press('Control+s')
  await waitForToast(page, 'Regulile de căutare au fost modificate între timp de altcineva')
  expect(await names()).toContain('Ziua a șaptea')
  await alert.getByRole('button', { name: 'Păstrează ce am scris' }).click()
  await page.keyboard.press('Control+s')
  await toast('Actualizat')
  expect(await names()).toContain('Duminicile')

  await name.fill('Ziua de odihnă')
  await admin.call(editSearchInterval, { params: { id }, body: { name: 'Odihna' } })
  await alert.getByRole('button', { name: 'Ia varianta salvată' }).click()
  await expect.poll(() => name.inputValue()).toBe('Odihna')
  await page.getByText('Totul este salvat').waitFor()
})

test('shared steps change for all, or are taken apart', async () => {
  await open('Sâmbăta')
  await page.getByRole('button', { name: 'Separă pașii' }).click()
  await field('Timp (s)').fill('44')
  await page.getByText('● 1 interval nesalvat').waitFor()
  await page.keyboard.press('Control+s')
  await toast('Actualizat')
  const times = Object.fromEntries(
    (await saved()).map(({ name, definitions }) => [name, definitions.items[0]?.search_time]),
  )
  expect(times.Sâmbăta).toBe(44)
  expect(times['Ziua Națională']).not.toBe(44)
})

test('removing asks, tells, and can be taken back', async () => {
  const before = await names()
  await page.getByRole('button', { name: 'Șterge Sâmbăta', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Remove?' })
  await keepToasts(page)
  await question.getByRole('button', { name: 'Șterge' }).click()
  const told = page.getByRole('status').filter({ hasText: 'Șters!' })
  await told.waitFor()
  await expect.poll(names).not.toContain('Sâmbăta')
  await told.getByRole('button', { name: 'Anulează ștergerea' }).click()
  await expect.poll(names).toEqual(before)
  await expect.poll(shownNames).toEqual(before)
})

test('who may read the rules and not change them reads them in words, and is offered nothing to change', async () => {
  await narrowManagers(false)
  const { context, page: desk } = await openDesk(browser, {
    at: '/dashboard',
    address: server.url,
    email: 'manager@demo.ro',
    size: WIDE,
  })
  await desk.getByRole('button', { name: 'Sistem' }).click()
  await desk.getByRole('menuitem', { name: 'Constructor mod de lucru' }).click()
  await desk.getByText('Regulile de căutare le schimbă administratorul companiei.').waitFor()
  await desk.locator('.rule-face').filter({ hasText: 'Sâmbăta' }).click()
  await desk.getByText('Pasul 1').waitFor()
  expect(await desk.locator('#content').getByRole('textbox').count()).toBe(0)
  expect(await desk.getByRole('button', { name: /Salvează|Șterge|Mută|Duplică|Adaugă/ }).count()).toBe(0)
  await context.close()
  await narrowManagers(true)
})

test('a screen that the user’s role may not open is not found, and the menu stays', async () => {
  const { context, page: desk } = await openDesk(browser, { address: server.url, size: WIDE, at: '/builder' })
  await desk.getByRole('heading', { name: 'Pagina nu există.' }).waitFor()
  await desk.getByRole('navigation', { name: 'Meniu principal' }).waitFor()
  await context.close()
})

/** The platform takes a word from the administrators of the demo's taxi company, and gives it back. */
async function narrowManagers(is_given: boolean): Promise<void> {
  const params = { id: 1 }
  const body = { role: 'company_admin' as const, words: [{ word: 'search_rules.edit' as const, is_given }] }
  await admin.call(changeRoleWords, { params, body })
  const { data } = await admin.call(readRoleWords, { params })
  const words = data.roles.find(({ role }) => role === 'company_admin')?.words ?? []
  expect(words.find(({ word }) => word === 'search_rules.edit')?.is_given).toBe(is_given)
}
