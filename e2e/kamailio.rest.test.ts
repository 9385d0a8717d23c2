import fs from 'node:fs'
import { readOwnMeta, whoAmI } from '@dispecerat/contract/identity/accounts'
import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { listCallColleagues, listCalls, transferCall } from '@dispecerat/contract/telephony/calls'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { lineOf, waiting } from './pages/telephone-bar.ts'
import type { RunningServer } from './servers/running-server.ts'
import { callsPage } from './telephone/calls-page.ts'
import { type KamailioEnvironment, missingPackages } from './telephone/kamailio-environment.ts'
import { audibleNotes, soundWithin, waysOfSound } from './telephone/page-sound.ts'
import { libraryOfPhone } from './telephone/sound-callers.ts'
import { AUDIBLE, createTrunkFixture, LINE, LOUD, type TrunkFixture } from './telephone/trunk-fixture.ts'
import { silentCallers, type Telephone } from './telephone/trunk-telephones.ts'

const CALLER = '+40740999888'
/** Number that the first silent caller shows. */
const FIRST_SILENT = '+40771000000'

const missing = missingPackages()
if (missing.length > 0)
  console.log(`The telephone with Kamailio is not tried here: ${missing.join(', ')} not installed.`)

let fixture: TrunkFixture
let environment: KamailioEnvironment
let server: RunningServer
let api: ApiClient
let page: Page
let telephone: Telephone

const { openCalls, callOf } = callsPage({ api: () => api, firstUnknownCaller: 8_000_000 })
const theCall = () => callOf(CALLER)
const stateOfCall = async () => (await theCall())?.state ?? 'none'
const line = (on: Page) => lineOf(on, CALLER)
const openPhone = (email?: string) => fixture.openPhone(email)
const answerTheCaller = () => fixture.answerOn(page)

/** Runs in a page: a user who knows a dispatcher's password dials without the console. */
const dialWith = (input: { account: object; library: string; number: string }) => `(async () => {
  const { account, library, number } = ${JSON.stringify(input)}
  const { JsSipPhone } = await import(library)
  const voice = () => new MediaStreamAudioDestinationNode(new AudioContext()).stream
  const nothing = () => undefined
  const ears = { disconnected: nothing, refused: nothing, changed: nothing, heard: nothing, ended: nothing }
  const phone = await new Promise((resolve) => {
    const made = new JsSipPhone(account, voice, { ...ears, registered: () => resolve(made) })
    made.start()
  })
  const outcome = await phone.dial(number)
  phone.stop()
  return outcome
})()`

const why = missing.length > 0 ? ` (not tried: ${missing.join(', ')} not installed)` : ''

test.skipIf(missing.length > 0)(`an environment that cannot be completed leaves no program running${why}`, async () => {
  const begun: KamailioEnvironment[] = []
  const envOf = async (one: KamailioEnvironment) => {
    begun.push(one)
    throw new Error('no relay')
  }
  await expect(createTrunkFixture({ caller: CALLER, envOf })).rejects.toThrow('no relay')
  expect(begun.map(({ folder }) => fs.existsSync(folder))).toEqual([false])
})

describe.skipIf(missing.length > 0)(`a telephone on the trunk, through Kamailio and rtpengine${why}`, () => {
  beforeAll(async () => {
    fixture = await createTrunkFixture({ caller: CALLER })
    ;({ environment, server, api, telephone } = fixture)
    page = await openPhone()
  })

  afterEach(async () => {
    await telephone.hangUp()
    await expect.poll(async () => (await openCalls()).length).toBe(0)
  })

  afterAll(async () => {
    await fixture?.[Symbol.asyncDispose]()
  })

  test('a call rings, is answered by one key, has sound both ways, is held, resumed and ended', async () => {
    await answerTheCaller()
    await expect.poll(stateOfCall).toBe('started')
    await expect.poll(async () => (await soundWithin(page, 1000)).energy).toBeGreaterThan(AUDIBLE)
    await expect.poll(() => audibleNotes(page)).toEqual([440])
    await expect.poll(() => telephone.loudness(2)).toBeGreaterThan(LOUD)

    await page.keyboard.press('F1')
    await expect.poll(stateOfCall).toBe('on_hold')
    await expect.poll(async () => (await soundWithin(page, 1000)).energy).toBeLessThan(AUDIBLE)

    await page.keyboard.press('F1')
    await expect.poll(stateOfCall).toBe('started')
    await expect.poll(async () => (await soundWithin(page, 1000)).energy).toBeGreaterThan(AUDIBLE)

    await page.locator('body').click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => telephone.activeCalls()).toBe(0)
    await expect.poll(stateOfCall).toBe('none')
  })

  test('the caller hangs up while ringing and while talking: the line is closed both times', async () => {
    await telephone.dial(LINE)
    await expect.poll(stateOfCall).toBe('pending')
    await waiting(page).first().waitFor()
    await telephone.hangUp()
    await expect.poll(stateOfCall).toBe('none')
    await waiting(page).first().waitFor({ state: 'detached' })

    await answerTheCaller()
    await telephone.hangUp()
    await expect.poll(stateOfCall).toBe('none')
    await line(page).waitFor({ state: 'detached' })
  })

  test('fifteen callers ring at once and give up', async () => {
    const callers = await silentCallers(environment)
    callers.ring(15, LINE)
    await expect.poll(() => waiting(page).count()).toBe(15)
    callers.giveUp()
    await expect.poll(() => callers.refusals()).toEqual(Array.from({ length: 15 }, () => 487))
    await expect.poll(async () => (await openCalls()).length).toBe(0)
    callers.close()
  })

  test('the caller beyond the limit gets busy', async () => {
    const callers = await silentCallers(environment)
    callers.ring(16, LINE)
    await expect.poll(() => callers.refusals()).toEqual([486])
    callers.giveUp()
    await expect.poll(() => callers.refusals().length).toBe(16)
    callers.close()
  })

  test('a blocked caller is declined, and no phone rings', async () => {
    const callers = await silentCallers(environment)
    // The page receives the end of the previous test's calls first.
    await expect.poll(() => waiting(page).count()).toBe(0)
    await api.request(blockPhone, { body: { phone: FIRST_SILENT, reason: 'Comenzi false' } })
    callers.ring(1, LINE)
    await expect.poll(() => callers.refusals()).toEqual([603])
    expect(await waiting(page).count()).toBe(0)
    callers.close()
  })

  test('a password alone cannot dial: a number without a permission is hung up on', async () => {
    const { data } = await api.request(readOwnMeta)
    const of = (key: string) => data.find((one) => one.key === key)?.value ?? ''
    const account = { uri: of('sipUrl'), password: of('sipPassword'), ws: `${server.url.replace('http', 'ws')}/sip` }
    const outcome = await page.evaluate(dialWith({ account, library: libraryOfPhone(), number: CALLER }))
    expect(outcome).toBe('refused')
    await expect.poll(() => telephone.activeCalls()).toBe(0)
    expect(await theCall()).toBeUndefined()
  })

  test('a client is called from the order, picks up and is hung up on; the next time the client declines', async () => {
    const places = [{ name: 'Strada Lungă 5', lat: 45.65, long: 25.6 }]
    const { data } = await api.request(createOrder, { body: { client_phone: CALLER, name: 'Ana Pop', places } })
    await page.goto(`/operator/order/${data.id}`)
    await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
    await page.getByRole('button', { name: 'Sună Ana Pop' }).click()
    await expect.poll(() => telephone.activeCalls()).toBe(1)
    await telephone.accept()
    await expect.poll(async () => (await theCall())?.reached_at ?? null).not.toBeNull()
    expect((await theCall())?.direction).toBe('out')
    await expect.poll(() => audibleNotes(page)).toEqual([440])
    await expect.poll(() => telephone.loudness(2)).toBeGreaterThan(LOUD)
    await line(page)
      .getByRole('button', { name: /Închide/ })
      .click()
    await expect.poll(() => telephone.activeCalls()).toBe(0)
    await expect.poll(stateOfCall).toBe('none')
    await line(page).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Sună Ana Pop' }).click()
    await expect.poll(() => telephone.activeCalls()).toBe(1)
    await telephone.hangUp()
    await expect.poll(stateOfCall).toBe('none')
    await line(page).waitFor({ state: 'detached' })
  })

  test('a caller is transferred to a colleague by REFER: the same call, another voice', async () => {
    const colleague = await openPhone('manager@demo.ro')
    await answerTheCaller()
    const call = await theCall()
    const manager = await createApiClient(server.url, 'manager@demo.ro')
    const { data } = await api.request(listCallColleagues)
    const to = data.find((one) => one.is_reachable)
    await api.request(transferCall, { params: { orderId: call?.order_id ?? 0 }, body: { user_id: to?.id ?? 0 } })
    await expect
      .poll(async () => (await manager.request(listCalls)).data.map((one) => [one.sip_caller_id, one.dispatcher_id]))
      .toEqual([[call?.sip_caller_id, to?.id]])
    await expect.poll(async () => (await soundWithin(colleague, 1000)).energy).toBeGreaterThan(AUDIBLE)
    await expect.poll(() => telephone.activeCalls()).toBe(1)
    await telephone.hangUp()
    await expect.poll(stateOfCall).toBe('none')
    await colleague.context().close()
  })

  test('a colleague takes a call over: the same call, sound both ways, and the first dispatcher is free', async () => {
    const colleague = await openPhone('dispecer2@demo.ro')
    const hers = await createApiClient(server.url, 'dispecer2@demo.ro')
    const { id: she } = (await hers.request(whoAmI)).data
    await answerTheCaller()
    const call = await theCall()
    await colleague.goto(`/operator/order/${call?.order_id}`)
    await colleague.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
    await colleague.getByRole('button', { name: 'Preia apelul' }).click()
    await colleague
      .getByRole('dialog', { name: /Preluați apelul/ })
      .getByRole('button', { name: 'Preia apelul' })
      .click()
    await line(colleague).getByText('în convorbire').waitFor()
    await line(page).waitFor({ state: 'detached' })
    await expect
      .poll(theCall)
      .toMatchObject({ sip_caller_id: call?.sip_caller_id, state: 'started', dispatcher_id: she })
    expect((await api.request(readOrder, { params: { id: call?.order_id ?? 0 } })).data.dispatcher_id).toBe(she)

    await expect.poll(async () => (await soundWithin(colleague, 1000)).energy).toBeGreaterThan(AUDIBLE)
    await expect.poll(() => audibleNotes(colleague)).toEqual([440])
    await expect.poll(() => telephone.activeCalls()).toBe(1)
    // The newest recording is of the leg to the colleague.
    await expect.poll(() => telephone.loudness(2)).toBeGreaterThan(LOUD)
    await expect.poll(() => waysOfSound(page)).toEqual([])
    expect(await audibleNotes(page)).toEqual([])

    await colleague.keyboard.press('Escape')
    await line(colleague)
      .getByRole('button', { name: /Închide/ })
      .click()
    await expect.poll(() => telephone.activeCalls()).toBe(0)
    await expect.poll(stateOfCall).toBe('none')
    await colleague.context().close()
  })

  test('a reloaded page has its caller again', async () => {
    await answerTheCaller()
    const call = await theCall()
    await page.reload()
    await expect.poll(async () => (await soundWithin(page, 1000)).energy).toBeGreaterThan(AUDIBLE)
    expect(await theCall()).toMatchObject({ sip_caller_id: call?.sip_caller_id, state: 'started' })
  })

  test('the caller of a page that does not come back is hung up on', async () => {
    await answerTheCaller()
    await page.context().close()
    await expect.poll(() => telephone.activeCalls(), { timeout: 40_000, interval: 500 }).toBe(0)
    await expect.poll(stateOfCall).toBe('none')
  })

  test('Kamailio stops and restarts: the server reports it, and phones are registered again', async () => {
    page = await openPhone()
    await environment.stopKamailio()
    await expect.poll(fixture.sign).toBe('degraded')
    await environment.startKamailio()
    await expect.poll(fixture.sign).toBe('ok')
    await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
    await answerTheCaller()
    await expect.poll(stateOfCall).toBe('started')
  })
})
