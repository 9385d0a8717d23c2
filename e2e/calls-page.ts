import { type CallView, hangUpSimulatedCall, listCalls, ringSimulatedCall } from '@dispecerat/contract/calls'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'

interface Fixture {
  /** Reads the calls of the room. */
  api: () => ApiClient
  /** Rings and hangs up; only where callers are made by the server. */
  exchange?: () => ApiClient
  /** Seven digits; each file of tests has strangers of its own. */
  firstUnknownCaller: number
}

/** Who rings in a test, and how the house sees him. */
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
    /** The address follows the form when the house has accepted. */
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
