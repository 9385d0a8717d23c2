import { type CallView, hangUpSimulatedCall, listCalls, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'

interface Fixture {
  /** Reads the company's calls. */
  api: () => ApiClient
  /** Places and ends simulated calls; only where the server simulates callers. */
  exchange?: () => ApiClient
  /** Seven digits; each test file has its own range of unknown callers. */
  firstUnknownCaller: number
}

/** Calls in a test, and their state in the server. */
export function callsPage({ api, exchange = api, firstUnknownCaller }: Fixture) {
  let unknownCaller = firstUnknownCaller
  const newUnknownCaller = () => `+4076${String(unknownCaller++)}`
  const openCalls = async () => (await api().request(listCalls)).data
  const rowOf = async ({ id }: Pick<CallView, 'id'>) => (await openCalls()).find((call) => call.id === id)
  return {
    newUnknownCaller,
    openCalls,
    rowOf,
    callOf: async (phone: string) => (await openCalls()).find((call) => call.phone === phone),
    stateOf: async (call: CallView) => (await rowOf(call))?.state ?? 'ended',
    ring: async (phone = newUnknownCaller()): Promise<CallView> =>
      (await exchange().request(ringSimulatedCall, { body: { phone } })).data,
    /** The URL follows the form once the server has accepted the call. */
    openedOrder: async (on: Page, call: CallView): Promise<number> => {
      const orderIdOf = async () => (await rowOf(call))?.order_id ?? 0
      await expect.poll(orderIdOf).toBeGreaterThan(0)
      const orderId = await orderIdOf()
      await on.waitForURL(`**/order/${orderId}**`)
      return orderId
    },
    everybodyHangsUp: async () => {
      for (const { id } of await openCalls()) await exchange().request(hangUpSimulatedCall, { params: { id } })
      await expect.poll(async () => (await openCalls()).length).toBe(0)
    },
  }
}
