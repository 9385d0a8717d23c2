import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { cancelOrder, createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiClient } from '../api/api-client.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import { searchesPatiently } from '../fixtures/patient-search.ts'
import { callsPage } from '../telephone/calls-page.ts'
import { missingPackages } from '../telephone/kamailio-environment.ts'
import { createTrunkFixture, LOUD, type TrunkFixture } from '../telephone/trunk-fixture.ts'
import { rings } from './chaos-stage.ts'
import { CORNERS } from './town.ts'

const CLIENT = '+40740999555'
const [HERE = { lat: 0, long: 0 }] = CORNERS

const missing = missingPackages()
const why = missing.length > 0 ? ` (not tried: ${missing.join(', ')} not installed)` : ''

describe.skipIf(missing.length > 0)(
  `calls that the server places by itself, through Kamailio and rtpengine${why}`,
  () => {
    let fixture: TrunkFixture
    let driver: TestDriverPhone
    let orderId: number
    const { openCalls } = callsPage({ api: () => fixture.api, firstUnknownCaller: 7_500_000 })

    beforeAll(async () => {
      fixture = await createTrunkFixture({ caller: CLIENT })
      const manager = await createApiClient(fixture.server.url, 'manager@demo.ro')
      await searchesPatiently(manager)
      await manager.request(changeGroupSettings, { params: { group: 'playback' }, body: { playback_enabled: true } })
      driver = await aPhone(fixture.server.url, 'sofer101@demo.ro', HERE)
    })

    afterAll(async () => {
      driver?.switchOff()
      await fixture?.[Symbol.asyncDispose]()
    })

    const drivenOrder = async () => {
      const body = { client_phone: CLIENT, places: [{ name: 'Strada Lungă 5', ...HERE }] }
      const { data } = await fixture.api.request(createOrder, { body })
      await rings(driver, data.id)
      await driver.request('POST', `/api/driver/orders/${data.id}/accept`, { waiting_driver_time: 4 })
      return data.id
    }
    const order = async () => (await fixture.api.request(readOrder, { params: { id: orderId } })).data
    /** The results of the calls about the order, the oldest first. */
    const ends = async () => {
      const { data } = await fixture.api.request(readOrderHistory, { params: { id: orderId } })
      return data.flatMap(({ type, data: about }) =>
        type === 'playback_ended' ? [{ message: about?.message, end: about?.playback_end }] : [],
      )
    }
    const telephoneRings = () => expect.poll(() => fixture.telephone.activeCalls()).toBe(1)
    const telephoneIsFree = () => expect.poll(() => fixture.telephone.activeCalls()).toBe(0)

    test("a driver is assigned: the client's telephone rings with the company's number, and the announcement is heard", async () => {
      orderId = await drivenOrder()
      await telephoneRings()
      expect(await fixture.telephone.listOfCalls()).toContain('sip:+40700001000@')
      expect(await openCalls()).toEqual([])
      await fixture.telephone.accept()
      await expect.poll(async () => (await order()).call_playback_state).toBe('started')
      await expect.poll(() => fixture.telephone.loudness(8)).toBeGreaterThan(LOUD)
      await telephoneIsFree()
      await expect.poll(ends).toEqual([{ message: 'client_assigned', end: 'heard' }])
      expect(await order()).toMatchObject({ call_playback_state: 'ended', always_in_call: false })
    })

    test('the car has arrived: the client presses 0, the call ends, and a dispatcher is asked to call back', async () => {
      await driver.request('PATCH', `/api/driver/orders/${orderId}/arrived`, {})
      await telephoneRings()
      await fixture.telephone.accept()
      await expect.poll(async () => (await order()).call_playback_state).toBe('started')
      await fixture.telephone.press('0')
      await expect.poll(async () => (await ends()).at(-1)).toEqual({ message: 'client_arrived', end: 'asked_to_talk' })
      await telephoneIsFree()
      expect(await order()).toMatchObject({ call_need_interaction: true, always_in_call: true })
      expect(await openCalls()).toEqual([])
    })

    test('the client declines, and the order is cancelled during the next call', async () => {
      await driver.request('PATCH', `/api/driver/orders/${orderId}/start`, {})
      await driver.request('PATCH', `/api/driver/orders/${orderId}/finish`, { cost: 20 })
      orderId = await drivenOrder()
      await telephoneRings()
      await fixture.telephone.hangUp()
      await expect.poll(ends).toEqual([{ message: 'client_assigned', end: 'not_reached' }])
      await telephoneIsFree()
      await expect.poll(() => fixture.telephone.activeCalls(), { timeout: 60_000 }).toBe(1)
      await fixture.api.request(cancelOrder, { params: { id: orderId }, body: {} })
      await telephoneIsFree()
      expect(await ends()).toHaveLength(1)
      expect(fixture.server.stdout()).not.toContain('could not be rung')
    })
  },
)
