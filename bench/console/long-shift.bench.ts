import { setTimeout as sleep } from 'node:timers/promises'
import { launchBrowser } from '../../e2e/browser/console-browser.ts'
import { manyOrders } from '../../e2e/fixtures/many-orders.ts'
import { openInstallation } from '../bench-installation.ts'
import type { Bench } from '../measure.ts'
import { cpuMs, heapMb, openLoadedWorkspace } from './workspace-page.ts'

const ORDERS = 5_000
/** A twelve-hour shift of a large company: 12,000 orders are placed, driven, finished and leave the lists, with eight events each. */
const SHIFT = { orders: 12_000, eventsEach: 8 }
/** ux.md allows 10 MB for an hour; a whole shift must not exceed it either. */
const GROWTH_MB = 10

/** Memory that twelve hours of events leave in a console that is never reloaded. */
export const bench: Bench = {
  name: 'long-shift',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    await manyOrders(installation.db, ORDERS)
    const browser = await launchBrowser({ drawsMaps: true })
    try {
      const workspace = await openLoadedWorkspace(
        browser,
        { url: installation.url, token: installation.dispatcherToken },
        ORDERS,
      )
      for (const tab of ['finished', 'canceled', 'live']) {
        await workspace.page.keyboard.press(
          { finished: 'Alt+Digit3', canceled: 'Alt+Digit4', live: 'Alt+Digit2' }[tab] ?? '',
        )
        await workspace.page.locator('[data-order]').first().waitFor()
      }
      // The first hour is not measured, because code is compiled and caches fill.
      await workspace.page.evaluate(shift(SHIFT.orders / 12, 1_000_000))
      await sleep(1000)
      const before = await heapMb(workspace)
      const [cpuBefore, startedAt] = [await cpuMs(workspace), performance.now()]
      await workspace.page.evaluate(shift(SHIFT.orders, 2_000_000))
      const seconds = (performance.now() - startedAt) / 1000
      const cpu = (await cpuMs(workspace)) - cpuBefore
      await sleep(1000)
      const after = await heapMb(workspace)
      const events = SHIFT.orders * SHIFT.eventsEach
      return {
        title: 'A shift of twelve hours at one console',
        growsWith: 'the rows that stand in lists now; what has left every list is forgotten.',
        rows: [
          {
            what: 'heap after the shift less heap before it',
            unit: 'MB',
            better: 'lower',
            ours: after - before,
            peer: GROWTH_MB,
            peerName: 'limit',
          },
          {
            what: 'CPU of the page per event',
            unit: 'µs',
            better: 'lower',
            ours: (cpu * 1000) / events,
            peer: 2000,
            peerName: 'all there is at 500 events a second',
          },
        ],
        notes: [
          `heap before ${before.toFixed(1)} MB, after ${after.toFixed(1)} MB, each after a forced collection`,
          `${events} events of ${SHIFT.orders} orders in ${seconds.toFixed(0)} s, played to the page's own socket; ${ORDERS} live orders and three tabs held all the while`,
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

/** Plays the events of so many orders to the page as frames of its socket; a thousand orders are alive at once. */
function shift(orders: number, firstId: number): string {
  return `(async () => {
    const socket = globalThis.sockets.find((one) => one.readyState === 1)
    const at = (n) => new Date(Date.now() + n * 10).toISOString().slice(0, 19).replace('T', ' ')
    const base = { order_no: null, trip_state: null, phone: '+40722000000', name: 'Ionuț Țîru', address: 'Bulevardul Unirii 12, bloc B2, scara 1',
      place_names: ['Bulevardul Unirii 12', 'Gara Brașov'], car_indicativ: null, driver_id: null, dispatcher_id: 1, start_at: null,
      assigned_at: null, waiting_driver_time: null, trip_finished_at: null, canceled_at: null, in_pending_queue: false,
      always_in_call: false, call_need_interaction: false, call: null, cancellation_reason_type: null, cod_amount: null, prep_minutes: null }
    const life = (n) => {
      const id = ${firstId} + n
      const row = { ...base, id, created_at: at(n), departure_time: at(n) }
      const live = (over) => ({ ...row, lists: ['live'], ...over })
      const end = n % 8 === 0
        ? { ...row, state: 'canceled', canceled_at: at(n), cancellation_reason_type: 'dispatcher_canceled', lists: ['canceled'] }
        : { ...row, state: 'finished', car_indicativ: '214', driver_id: 9, trip_finished_at: at(n), lists: ['finished'] }
      const driven = { state: 'assigned', car_indicativ: '214', driver_id: 9, assigned_at: at(n) }
      return [
        live({ state: 'created' }), live({ state: 'pending', in_pending_queue: true }), live({ state: 'created' }),
        live({ ...driven, trip_state: 'waiting_driver' }), live({ ...driven, trip_state: 'waiting_client' }),
        live({ ...driven, trip_state: 'started' }), end, null,
      ].map((order) => ({ order_id: id, type: 'live', order }))
    }
    const waiting = []
    for (let n = 0; n < ${orders} || waiting.length > 0; ) {
      while (waiting.length < 1000 && n < ${orders}) waiting.push(life(n++))
      for (let told = 0; told < 200 && waiting.length > 0; told++) {
        const one = waiting[(told * 7919) % waiting.length]
        const data = JSON.stringify({ event: 'live_orders_updated', seq: 0, at: at(0), data: one.shift() })
        socket.dispatchEvent(new MessageEvent('message', { data }))
        if (one.length === 0) waiting.splice(waiting.indexOf(one), 1)
      }
      await new Promise((painted) => requestAnimationFrame(painted))
    }
  })()`
}
