import { createOrder, listOrders } from '@dispecerat/contract/orders/orders'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { clientsWithAnAddress } from './fixtures/known-clients.ts'
import { waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, at: '/dashboard' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const search = (on = page) => on.getByRole('dialog', { name: 'Caută comenzi' })
const preview = (on = page) => on.getByRole('dialog', { name: /^Comanda \d+/ })
const rows = (on = page) => search(on).locator('tbody tr')

/** Waits until the text field with this label has the focus. */
async function focused(label: string) {
  await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor()
}

describe('the order search, without a mouse', () => {
  test('F6 on any page: a number, Enter, ↓, Enter shows the order; each Esc closes one layer', async () => {
    const order = await api.request(createOrder, {
      body: {
        client_phone: '0744 123 777',
        name: 'Căutată Anume',
        places: [{ name: 'Strada Republicii 12, Brașov', lat: 45.6441, long: 25.5915 }],
      },
    })
    const id = String(order.data.id)
    await page.getByRole('heading', { name: /^Bun/ }).waitFor()
    await page.keyboard.press('F6')
    await focused('Identificator șofer sau client')
    await search().getByLabel('Caută după').selectOption({ label: 'Număr comandă' })
    await search().getByLabel('Număr comandă', { exact: true }).focus()
    await page.keyboard.type(id)
    await page.keyboard.press('Enter')
    await rows().first().waitFor()
    await expect.poll(() => rows().count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await search().getByRole('link', { name: id }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await preview().waitFor()
    await preview()
      .getByRole('img', { name: /Strada Republicii 12/ })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('preview')).toBe(id)

    await page.keyboard.press('Escape')
    await preview().waitFor({ state: 'detached' })
    await rows().first().waitFor()
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('the last search is remembered, and its URL opens the same for a colleague', async () => {
    await page.keyboard.press('Shift+F6')
    await rows().first().waitFor()
    await search().getByText('Finalizat', { exact: true }).click()
    await search().getByLabel('Caută după').selectOption({ label: 'Indicativ mașină' })
    await search().getByLabel('Indicativ mașină', { exact: true }).fill('')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows().count()).toBe(15)
    await search().getByRole('button', { name: 'Pagina următoare' }).click()
    await search().getByText('pagina 2').waitFor()
    // The rows of the previous page stay on the screen until the next ones arrive.
    await search().locator('section[aria-busy="false"]').waitFor()
    const shown = await rows().first().textContent()

    const other = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
    await other.page.goto(page.url())
    await search(other.page).getByText('pagina 2').waitFor()
    await expect.poll(() => rows(other.page).first().textContent()).toBe(shown)
    await other.context.close()
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'detached' })
  })

  test('a phone is found and is in no URL', async () => {
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: /^Bun/ }).waitFor()
    await page.keyboard.press('Control+k')
    await search().getByLabel('Caută după').selectOption({ label: 'Telefon' })
    await search().getByLabel('Telefon', { exact: true }).fill('0744 123 777')
    await page.keyboard.press('Enter')
    await rows().filter({ hasText: 'Strada Republicii 12' }).first().waitFor()
    expect(await rows().first().textContent()).toContain('Strada Republicii 12')
    expect(decodeURIComponent(page.url())).not.toMatch(/744/)
    await search().getByText('Ce ați tastat aici nu intră în adresa paginii').waitFor()
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'detached' })
  })

  test('Ctrl+K also navigates to screens', async () => {
    await page.keyboard.press('Control+k')
    await search().getByLabel('Telefon', { exact: true }).fill('rapo')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reports/orders')
    await page.getByRole('heading', { name: 'Raport comenzi' }).waitFor()
  })
})

describe('the history of a client and of a driver', () => {
  test("Alt+I lists the client's orders twenty at a time; Enter copies the places; F6 keeps the typed text", async () => {
    const [client] = await clientsWithAnAddress(api, 1)
    await page.goto('/operator/order/0')
    await focused('Telefon')
    await page.keyboard.type(showPhone(client?.phone ?? ''))
    await page.keyboard.press('Alt+i')
    const history = page.getByRole('dialog', { name: 'Istoric client' })
    await history.locator('tbody a:focus').waitFor()
    const pickup = (await history.locator('tbody tr').first().locator('td').nth(3).textContent()) ?? ''
    await page.keyboard.press('Enter')
    await history.waitFor({ state: 'detached' })
    await waitForToast(page, 'Adresele au fost copiate')
    const typed = page.getByRole('combobox', { name: /^A\. Preluare/ })
    await expect.poll(() => typed.inputValue()).toContain(pickup.replace(/\.\.\.$/, ''))

    await page.keyboard.press('F6')
    await search().waitFor()
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'detached' })
    expect(await typed.inputValue()).toContain(pickup.replace(/\.\.\.$/, ''))
  })

  test("from an order to its driver's card, and from there to the driver's trips", async () => {
    const { data } = await api.request(listOrders, { query: { states: ['finished'], per_page: 1 } })
    const driverId = data[0]?.driver_id
    await page.goto(`/dashboard?preview=${data[0]?.id}`)
    await preview().getByRole('button', { name: 'Fișa șoferului' }).press('Enter')
    const card = page.getByRole('dialog', { name: 'Fișa șoferului' })
    await card.getByRole('link', { name: 'Curse' }).press('Enter')
    await page.waitForURL(`**/orders/all?driver=${driverId}`)
    await page.getByRole('heading', { name: 'Cursele șoferului' }).waitFor()
    await page.getByRole('table').locator('tbody tr').first().waitFor()
  })
})

describe('order lists', () => {
  test('/orders/finished: badges, pages in the URL, a click previews, Esc comes back; a message is written', async () => {
    await page.goto('/orders/finished')
    await page.getByRole('heading', { name: 'Comenzi finalizate' }).waitFor()
    const table = page.getByRole('table', { name: 'Comenzi finalizate' })
    await table.locator('tbody tr').first().waitFor()
    await expect.poll(() => table.locator('tbody tr').count()).toBe(30)
    expect(await table.locator('tbody .order-mark').first().textContent()).toBe('F')
    await page.getByRole('button', { name: 'Pagina următoare' }).click()
    await page.waitForURL(/page=2/)
    await page.goBack()
    await page.getByText('pagina 1').waitFor()

    await table.locator('tbody tr').first().click()
    await preview().getByRole('button', { name: 'Mesaj șoferului' }).click()
    const message = page.getByRole('dialog', { name: /^Mesaj pentru/ })
    expect(await message.getByRole('button', { name: 'Trimite' }).isDisabled()).toBe(true)
    await message.getByLabel('Mesaj').fill('Clientul a uitat umbrela.')
    await page.keyboard.press('Control+Enter')
    await waitForToast(page, 'Mesaj trimis!')
    await preview().waitFor()
    await page.keyboard.press('Escape')
    await preview().waitFor({ state: 'detached' })
  })
})
