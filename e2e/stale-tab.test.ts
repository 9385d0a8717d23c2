import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

/** A deployment removed this file of the console while the tab was open. */
const GONE = /\/assets\/dashboard-screen-.*\.js/
const NOT_FOUND = { status: 404, body: '{}' }
const NOTES = 'sună când ajunge'

let server: DemoServer
let browser: Browser

beforeAll(async () => {
  server = await startDemo()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

/** A page with a draft order, and the number of reloads since. */
async function openWorkspaceWithDraft() {
  const { page, context } = await openWorkspace(browser, { address: server.url, at: '/operator/order/0' })
  const notes = page.getByRole('textbox', { name: 'Observații' })
  await page.getByRole('textbox', { name: 'Telefon', exact: true }).fill('0740 111 222')
  await notes.fill(NOTES)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const backToTheDraft = async () => {
    await page.goto('/operator/order/0')
    await expect.poll(() => notes.inputValue()).toBe(NOTES)
  }
  return { page, loads: () => loads, backToTheDraft, [Symbol.asyncDispose]: () => context.close() }
}

const openDashboard = (page: Page) => page.getByRole('link', { name: 'Panou', exact: true }).click()

test('a screen whose file was removed by a deployment opens after one reload, and the typed text is still there', async () => {
  await using workspace = await openWorkspaceWithDraft()
  const { page } = workspace
  // After the reload the page requests the files of the new deployment.
  let isNew = false
  page.on('request', (request) => {
    isNew ||= request.isNavigationRequest()
  })
  await intercept(page, GONE, (route) => (isNew ? route.continue() : route.fulfill(NOT_FOUND)))
  await openDashboard(page)
  await page.getByRole('heading', { level: 1, name: /^Bună/ }).waitFor()
  expect(workspace.loads()).toBe(1)
  await workspace.backToTheDraft()
})

test('a missing file causes one reload, then shows a button, never a loop', async () => {
  await using workspace = await openWorkspaceWithDraft()
  const { page } = workspace
  await intercept(page, GONE, (route) => route.fulfill(NOT_FOUND))
  await openDashboard(page)
  const failed = page.getByRole('alert').filter({ hasText: 'Zona nu a putut fi încărcată.' })
  await failed.waitFor()
  expect(workspace.loads()).toBe(1)
  await failed.getByRole('button', { name: 'Reîncarcă pagina' }).click()
  await expect.poll(workspace.loads).toBe(2)
  await failed.waitFor()
  expect(workspace.loads()).toBe(2)
  await workspace.backToTheDraft()
})
