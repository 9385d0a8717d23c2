import { type PretendCaller, readCallers, sendCaller } from '@dispecerat/contract/demo/pretend-callers'
import { readSimulator } from '@dispecerat/contract/demo/simulator'
import { endCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { lineOf } from './pages/telephone-bar.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'
import { callsPage } from './telephone/calls-page.ts'
import { audibleNotes, bugPage, makesNote, ownNote, soundWithin, waysOfSound } from './telephone/page-sound.ts'
import { libraryOfPhone } from './telephone/sound-callers.ts'

/** Silence has at most the energy of background noise. */
const MIN_ENERGY = 0.001

let server: DemoServer
let browser: Browser
let manager: ApiClient
let dispatcher: ApiClient
let page: Page
let board: Page
let companyId = 0

beforeAll(async () => {
  server = await startDemo()
  manager = await createApiClient(server.url, 'manager@demo.ro')
  dispatcher = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser({ withTelephone: true })
  const dispatchers = await openWorkspace(browser, { address: server.url })
  page = await bugged(dispatchers)
  await page.goto('/operator/order/0')
  await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
  const managers = await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })
  board = await bugged(managers)
  await board.goto('/simulator')
  await board.getByRole('link', { name: 'Apelanți' }).click()
  await board.getByText('Conectat la centrală').waitFor()
  const { data } = await manager.request(readSimulator)
  companyId = data.companies[0]?.id ?? 0
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

async function bugged({ context, page }: { context: BrowserContext; page: Page }): Promise<Page> {
  await bugPage(context)
  return page
}

const { openCalls } = callsPage({ api: () => dispatcher, firstUnknownCaller: 6_000_000 })
const talk = (phone: string) => lineOf(page, phone)
const row = (phone: string) => board.locator('.caller-rows tbody tr').filter({ hasText: prettyPhone(phone) })

async function fromCity(id: string): Promise<PretendCaller | undefined> {
  const { data } = await manager.request(readCallers, { query: { company_id: String(companyId) } })
  return data.callers.find((caller) => caller.id === id)
}

async function answerNext(phone: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Răspunde/ })
    .first()
    .waitFor()
  await page.keyboard.press('Shift+Enter')
  await talk(phone).getByText('în convorbire').waitFor()
}

async function ringByHand(number: string): Promise<void> {
  const field = board.getByRole('textbox', { name: 'Numărul' })
  if (await field.isDisabled()) {
    await board.getByRole('combobox', { name: 'Sună de pe' }).click()
    await board.getByRole('option', { name: 'număr scris' }).click()
  }
  await field.fill(number)
  await board.getByRole('button', { name: 'Sună', exact: true }).click()
}

test('a simulated caller rings, with sound both ways; the board shows the reason of the call', async () => {
  const { data: rung } = await manager.request(sendCaller, { body: { company_id: companyId, talk_seconds: 600 } })
  const card = board.getByRole('list', { name: 'Apelanții orașului' }).getByRole('listitem').first()
  await card.getByText(`vrea: ${rung.wish.pickup} → ${rung.wish.destination ?? 'spune în mașină'}`).waitFor()
  await card.getByText(/^sună/).waitFor()
  await answerNext(rung.phone)
  await card.getByText(/^vorbește/).waitFor()
  // One fact after another, so that a failure names the missing one: connection, packets, sound.
  await expect.poll(() => waysOfSound(page)).toHaveLength(1)
  const received = async () => {
    const { bytes, energy } = await soundWithin(page, 1500)
    return { bytes: bytes > 4000, energy: energy > MIN_ENERGY }
  }
  await expect.poll(received).toEqual({ bytes: true, energy: true })
  // A simulated voice is between 320 and 800 Hz; a held caller or noise is not.
  await expect.poll(async () => (await audibleNotes(page)).map((hertz) => hertz >= 320 && hertz <= 800)).toEqual([true])
  await expect.poll(async () => (await fromCity(rung.id))?.heard_bytes).toBeGreaterThan(4000)

  await dispatcher.request(endCall, { body: { phone_number: rung.phone } })
  await expect.poll(async () => (await fromCity(rung.id))?.why).toBe('hung_up_on')
  await card.getByText('a închis dispecerul').waitFor()
})

test('a caller who gives up before the answer has a missed call', async () => {
  await board.keyboard.press('o')
  await expect.poll(async () => (await openCalls()).length).toBe(1)
  await board.getByRole('button', { name: /^Închide apelantul/ }).click()
  await expect.poll(openCalls).toEqual([])
  await board.getByText('trimis acasă').waitFor()
})

test('the board places calls by hand: from a client, in a voice of its own, put on hold, hung up on and placed again', async () => {
  await board.getByRole('combobox', { name: 'Sună de pe' }).click()
  await board.getByRole('option', { name: 'număr scris' }).click()
  await board.getByRole('textbox', { name: 'Numărul' }).fill('12')
  await board.getByRole('button', { name: 'Sună', exact: true }).click()
  await board.getByText('Număr de telefon invalid').waitFor()
  const phone = '+40761555001'
  await board.getByRole('textbox', { name: 'Numărul' }).fill('0761 555 001')
  await board.getByLabel('Înălțime (Hz)').fill('660')
  await board.getByRole('button', { name: 'Sună', exact: true }).click()
  await row(phone).getByText('sună', { exact: true }).waitFor()
  await looksRightOn(board, 'simulator-callers-ringing')
  await board.setViewportSize(WIDE)

  await answerNext(phone)
  await row(phone).getByText('vorbește').waitFor()
  await expect.poll(() => audibleNotes(page)).toEqual([660])
  await expect.poll(async () => (await soundWithin(board, 2000)).energy).toBeGreaterThan(MIN_ENERGY)

  await page.keyboard.press('F1')
  await row(phone).getByText('în așteptare').waitFor()
  await looksRightOn(board, 'simulator-callers-held')
  await page.keyboard.press('F1')
  await row(phone).getByText('vorbește').waitFor()

  await dispatcher.request(endCall, { body: { phone_number: phone } })
  await row(phone).getByText('a închis dispecerul').waitFor()
  await board.keyboard.press('t')
  await row(phone).getByText('sună', { exact: true }).waitFor()
  await board.keyboard.press('t')
  await row(phone).getByText('a închis el').waitFor()
  await expect.poll(openCalls).toEqual([])
})

test('a caller waiting for a page to reload hears the waiting tone, then the dispatcher', async () => {
  const phone = '+40761555002'
  await ringByHand('0761 555 002')
  await answerNext(phone)
  await row(phone).getByText('vorbește').waitFor()
  await expect.poll(() => ownNote(board)).toBeNull()
  // The page registers its telephone again once the waiting tone was heard.
  let comeBack: () => void = () => undefined
  const cameBack = new Promise<void>((resolve) => {
    comeBack = resolve
  })
  const library = `**${libraryOfPhone()}`
  await intercept(page, library, (route) => cameBack.then(() => route.continue()))
  const loaded = page.reload()
  await row(phone).getByText('în așteptare').waitFor()
  await makesNote(board, 425)
  comeBack()
  await loaded
  await page.unroute(library)
  await row(phone).getByText('vorbește').waitFor()
  await expect.poll(async () => (await audibleNotes(page)).length).toBe(1)
  await dispatcher.request(endCall, { body: { phone_number: phone } })
  await row(phone).getByText('a închis dispecerul').waitFor()
})

test('a missed caller is called back: the board rings, picks up, and both sides have sound', async () => {
  const phone = '+40761555003'
  await ringByHand('0761 555 003')
  await expect.poll(async () => (await openCalls()).length).toBe(1)
  await row(phone)
    .getByRole('button', { name: /^Închide/ })
    .click()
  await expect.poll(openCalls).toEqual([])

  await page.getByRole('button', { name: /apel(uri)? pierdut/ }).click()
  const missed = page.getByRole('list', { name: 'Apeluri pierdute' }).getByRole('listitem')
  const his = missed.filter({ hasText: prettyPhone(phone) })
  await his.getByRole('button', { name: /^Sună/ }).click()
  await row(phone)
    .getByRole('button', { name: /^Răspunde/ })
    .click()
  await row(phone).getByText('vorbește').waitFor()
  await expect.poll(async () => (await audibleNotes(page)).length).toBe(1)
  await expect.poll(async () => (await soundWithin(board, 1500)).energy).toBeGreaterThan(MIN_ENERGY)
  await his.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dispatcher.request(endCall, { body: { phone_number: phone } })
  await row(phone).getByText('a închis dispecerul').waitFor()
})

test('fifteen callers ring at once; leaving the board needs confirmation and ends all calls', async () => {
  await board.keyboard.press('Shift+N')
  await expect.poll(async () => (await openCalls()).length).toBe(15)
  await board.getByRole('link', { name: 'Panou', exact: true }).click()
  const dialog = board.getByRole('dialog')
  await dialog.getByText(/Plecați de la apelanți/).waitFor()
  await dialog.getByRole('button', { name: 'Pleacă' }).click()
  await expect.poll(openCalls).toEqual([])
})
