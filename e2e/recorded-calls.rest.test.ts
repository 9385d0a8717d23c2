import fs from 'node:fs'
import path from 'node:path'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { fetchRecording, listRecordingsOfOrder } from '@dispecerat/contract/telephony/call-reports'
import { listCallColleagues, transferCall } from '@dispecerat/contract/telephony/calls'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callsPage } from './telephone/calls-page.ts'
import { missingPackages } from './telephone/kamailio-environment.ts'
import { audibleNotes, soundWithin } from './telephone/page-sound.ts'
import { AUDIBLE, createTrunkFixture, LOUD, type TrunkFixture } from './telephone/trunk-fixture.ts'

const CALLER = '+40740999666'
/** Pitch of the telephone's hum, and its maximum amplitude. */
const HUM = { hertz: 440, peak: 12_300 }

const missing = missingPackages()
if (missing.length > 0) console.log(`Recording with rtpengine is not tried here: ${missing.join(', ')} not installed.`)
const why = missing.length > 0 ? ` (not tried: ${missing.join(', ')} not installed)` : ''

describe.skipIf(missing.length > 0)(`calls recorded by rtpengine${why}`, () => {
  let fixture: TrunkFixture
  let page: Page
  const { openCalls, callOf } = callsPage({ api: () => fixture.api, firstUnknownCaller: 7_600_000 })
  const inFolder = (name: string) => fs.readdirSync(path.join(fixture.environment.folder, name))
  const recordingsOf = async (orderId: number) =>
    (await fixture.api.request(listRecordingsOfOrder, { params: { id: orderId } })).data
  const soundOf = async (callId: number) => {
    const address = `${fixture.server.url}${fetchRecording.path.replace(':id', String(callId))}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${fixture.api.token}` } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    return samplesOf(Buffer.from(await answer.arrayBuffer()))
  }

  beforeAll(async () => {
    fixture = await createTrunkFixture({ caller: CALLER, recordsCalls: true })
    page = await fixture.openPhone()
  })

  afterEach(async () => {
    await fixture.telephone.hangUp()
    await expect.poll(async () => (await openCalls()).length).toBe(0)
  })

  afterAll(() => fixture?.[Symbol.asyncDispose]())

  test('a call is played at its order, with both voices; its packets are removed', async () => {
    const places = [{ name: 'Strada Lungă 5', lat: 45.65, long: 25.6 }]
    const { data: order } = await fixture.api.request(createOrder, {
      body: { client_phone: CALLER, name: 'Ana Pop', places },
    })
    await page.goto(`/operator/order/${order.id}`)
    await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
    await page.getByRole('button', { name: 'Sună Ana Pop' }).click()
    await expect.poll(() => fixture.telephone.activeCalls()).toBe(1)
    await fixture.telephone.accept()
    await expect.poll(() => audibleNotes(page)).toEqual([440])
    await expect.poll(() => fixture.telephone.loudness(2)).toBeGreaterThan(LOUD)
    await fixture.telephone.hangUp()
    await expect.poll(async () => (await openCalls()).length).toBe(0)

    await expect.poll(async () => (await recordingsOf(order.id)).length).toBe(1)
    const [recording] = await recordingsOf(order.id)
    const sound = await soundOf(recording?.call_id ?? 0)
    expect(Math.round(sound.length / 8000)).toBe(recording?.seconds)
    expect(share(sound, HUM.hertz)).toBeGreaterThan(10 * share(sound, 620))
    // The beeps of the dispatcher's microphone are louder than the caller's hum.
    expect(sound.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)).toBeGreaterThan(1.2 * HUM.peak)
    await expect.poll(() => [...inFolder('packets/pcaps'), ...inFolder('packets/metadata')]).toEqual([])
    expect(inFolder('sounds')).toHaveLength(1)

    await page.getByRole('button', { name: 'Istoric procesare' }).click()
    await page.getByRole('button', { name: /^Ascultă convorbirea din/ }).click()
    const played = () => page.locator('audio').evaluate((one) => (one as HTMLAudioElement).currentTime)
    await expect.poll(played).toBeGreaterThan(0)
  })

  test('both parts of a transferred call are listed at the same call', async () => {
    await fixture.answerOn(page)
    await expect.poll(async () => (await callOf(CALLER))?.order_id ?? 0).toBeGreaterThan(0)
    const call = await callOf(CALLER)
    await expect.poll(() => audibleNotes(page)).toEqual([HUM.hertz])
    const colleague = await fixture.openPhone('manager@demo.ro')
    const { data: colleagues } = await fixture.api.request(listCallColleagues)
    const to = colleagues.find((one) => one.is_reachable)?.id ?? 0
    await fixture.api.request(transferCall, { params: { orderId: call?.order_id ?? 0 }, body: { user_id: to } })
    await expect.poll(async () => (await soundWithin(colleague, 1000)).energy).toBeGreaterThan(AUDIBLE)
    await fixture.telephone.hangUp()
    const parts = async () => (await recordingsOf(call?.order_id ?? 0)).map(({ call_id }) => call_id)
    await expect.poll(parts).toEqual([call?.id, call?.id])
    await colleague.context().close()
  })
})

/** Samples of a plain 16-bit WAV. */
function samplesOf(wav: Buffer): Int16Array {
  return Int16Array.from({ length: (wav.length - 44) / 2 }, (_, n) => wav.readInt16LE(44 + n * 2))
}

/** Share of a pitch in the sound. */
function share(sound: Int16Array, hertz: number): number {
  let real = 0
  let imaginary = 0
  sound.forEach((sample, n) => {
    const turn = (2 * Math.PI * hertz * n) / 8000
    real += sample * Math.cos(turn)
    imaginary += sample * Math.sin(turn)
  })
  return Math.hypot(real, imaginary) / sound.length
}
