import { createOrder, deleteOrder } from '@dispecerat/contract/orders/orders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { manyOrders } from './fixtures/many-orders.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { keepToasts } from './pages/toasts.ts'
import { aDemoDatabase } from './servers/demo-data.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const MANY = 5000
const ROW = 44

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page
let seeded: number[]

beforeAll(async () => {
  const database = await aDemoDatabase()
  seeded = await manyOrders(database.db, MANY)
  server = await startDemo({ database })
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const list = () => page.locator('.order-list')
const rowOf = (id: number | undefined) => page.locator(`[data-order="${id}"]`)
const scrollTop = () => list().evaluate((box) => box.scrollTop)
const focusedOrder = () =>
  page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('[data-order]')?.dataset.order ?? 0))

/** An order for now, which is listed above every order for tomorrow. */
async function orderForNow(): Promise<number> {
  const body = { client_phone: '0733 100 200', places: [{ name: 'Strada Lungă 2', lat: 45.65, long: 25.6 }] }
  return (await api.request(createOrder, { body })).data.id
}

describe('five thousand live orders', () => {
  test('are a few rows in the DOM and a list as long as all of them', async () => {
    await page.goto('/operator/order/0?tab=live')
    await rowOf(seeded[0]).waitFor()
    await page.getByRole('tab', { name: /Confirmate 5\.000/ }).waitFor()
    await rowOf(seeded[0]).getByRole('link').focus()
    await page.keyboard.press('End')
    await rowOf(seeded.at(-1)).waitFor()
    await expect.poll(focusedOrder).toBe(seeded.at(-1))
    expect(await page.locator('[data-order]').count()).toBeLessThan(60)
    expect(await list().evaluate((box) => box.scrollHeight)).toBeGreaterThanOrEqual(MANY * ROW)
    await page.keyboard.press('Home')
    await expect.poll(focusedOrder).toBe(seeded[0])
    await page.keyboard.press('PageDown')
    await expect.poll(focusedOrder).toBeGreaterThan(Number(seeded[5]))
  })

  test('keep their place on the screen when others appear and disappear above them', async () => {
    const watched = seeded[2000]
    await list().evaluate((box, top) => {
      box.scrollTop = top
    }, 1995 * ROW)
    await rowOf(watched).waitFor()
    const before = await rowOf(watched).boundingBox()
    const first = await orderForNow()
    await orderForNow()
    await expect.poll(scrollTop).toBe(1997 * ROW)
    expect(await rowOf(watched).boundingBox()).toEqual(before)
    await api.request(deleteOrder, { params: { id: Number(seeded[7]) } })
    await api.request(deleteOrder, { params: { id: first } })
    await expect.poll(scrollTop).toBe(1995 * ROW)
    expect(await rowOf(watched).boundingBox()).toEqual(before)
  })

  test('keep the focus on its order, and move it to the next one when that order disappears', async () => {
    const held = seeded[2001]
    await rowOf(held).getByRole('link').focus()
    await orderForNow()
    await expect.poll(scrollTop).toBe(1996 * ROW)
    expect(await focusedOrder()).toBe(held)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focusedOrder).toBe(seeded[2002])
    await list().evaluate((box) => {
      box.scrollTop = 0
    })
    await page.getByRole('tab', { name: /Confirmate/ }).waitFor()
    expect(await focusedOrder()).toBe(seeded[2002])
    await api.request(deleteOrder, { params: { id: Number(seeded[2002]) } })
    await rowOf(seeded[2002]).waitFor({ state: 'detached' })
    await expect.poll(focusedOrder).toBe(seeded[2003])
  })

  test('are filtered while typing, and searched on the server with Enter', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('incercarii 4999')
    await expect.poll(() => page.locator('[data-order]').count()).toBe(1)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('0720004321')
    await page.getByText('Nicio comandă nu se potrivește.').waitFor()
    await page.keyboard.press('Enter')
    await rowOf(seeded[4320]).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focusedOrder).toBe(seeded[4320])
    await page.getByRole('button', { name: 'Șterge căutarea' }).click()
    await rowOf(seeded[0]).waitFor()
  })

  test('show the full workspace without defects', async () => {
    await page.keyboard.press('Escape')
    await looksRightOn(page, 'operator-lists')
  })
})

describe('closed lists', () => {
  test('show sixty, then more on demand; with fewer than sixty there is nothing more to show', async () => {
    await page.getByRole('tab', { name: /Final/ }).click()
    await page.locator('[data-order]').nth(5).waitFor()
    const tall = () => list().evaluate((box) => box.querySelector('ul')?.clientHeight ?? 0)
    await expect.poll(tall).toBe(60 * ROW)
    await page.getByRole('button', { name: 'Arată mai mult' }).click()
    await expect.poll(tall).toBe(120 * ROW)
    await page.getByRole('tab', { name: /Anulat/ }).click()
    // The long list is replaced before the short one appears.
    await expect.poll(tall).toBeLessThan(60 * ROW)
    await page.locator('[data-order]').nth(5).waitFor()
    expect(await tall()).toBeLessThan(60 * ROW)
    await page.getByRole('button', { name: 'Arată mai mult' }).waitFor({ state: 'detached' })
  })

  test('the menu opens by keyboard, gives the reason of a disabled entry, and returns the focus', async () => {
    const line = page
      .locator('[data-order]')
      .filter({ hasNot: page.getByRole('button') })
      .first()
    await line.getByRole('link').focus()
    const id = await focusedOrder()
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu')
    // The menu takes the focus a moment after it is drawn, and handles Esc from then on.
    await menu.and(page.locator(':focus-within')).waitFor()
    for (const name of ['Previzualizează', 'Sună clientul', 'Copiază numărul', 'Istoric procesare', 'Duplică'])
      await menu.getByRole('menuitem', { name }).waitFor()
    const retry = menu.getByRole('menuitem', { name: /^Retrimite/ })
    expect(await retry.getAttribute('aria-disabled')).toBe('true')
    expect(await retry.textContent()).toContain('Doar dispecerul comenzii poate face asta')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(focusedOrder).toBe(id)
    await page.keyboard.press('ContextMenu')
    await menu.getByRole('menuitem', { name: 'Istoric procesare' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('deleting asks for confirmation and can be undone', async () => {
    const line = page.locator('[data-order]').first()
    const id = Number(await line.getAttribute('data-order'))
    await line.getByRole('link').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Șterge comanda' }).click()
    await page.getByText('Sigur vrei să ștergi comanda?').waitFor()
    await keepToasts(page)
    await page.getByRole('button', { name: 'Șterge comanda' }).click()
    await rowOf(id).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
    await rowOf(id).waitFor()
  })
})

describe('the other workspaces', () => {
  test('v2 labels its tabs as its page does, opens with the zones, and its links stay inside it', async () => {
    await page.goto('/operator/v2')
    await page.waitForURL('**/operator/v2/order/0**')
    for (const name of [/^In apel/, /^Confirmate/, /^Finalizate/, /^Anulate/])
      await page.getByRole('tab', { name }).waitFor()
    await page.getByRole('complementary', { name: 'Statistici zone' }).waitFor()
    await page.locator('[data-phone]:focus').waitFor()
    await page.locator('[data-order] .order-link').first().click()
    await page.waitForURL(/\/operator\/v2\/order\/[1-9]/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('+')
    await page.waitForURL('**/operator/v2/order/0**')
    await page.locator('[data-phone]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-phone]:not(:focus)').first().waitFor()
    await page.keyboard.press('z')
    await page.getByRole('complementary', { name: 'Statistici zone' }).waitFor({ state: 'detached' })
  })

  test('delivery has neither map nor blocked phones, and shows every destination', async () => {
    await page.goto('/delivery?tab=finished')
    await page.waitForURL('**/delivery/order/0**')
    await page.getByText('→').first().waitFor()
    expect(await page.getByRole('button', { name: 'Blocate' }).count()).toBe(0)
    expect(await page.locator('.stats-strip').getByRole('link', { name: 'Hartă' }).count()).toBe(0)
    await page.locator('[data-order] .order-link').first().click()
    await page.waitForURL(/\/delivery\/order\/[1-9]/)
  })
})
