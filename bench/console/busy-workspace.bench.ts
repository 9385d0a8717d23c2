import { setTimeout as sleep } from 'node:timers/promises'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { type LogEvent, record } from '../../apps/server/src/platform/db/event-log.ts'
import { launchBrowser } from '../../e2e/browser/console-browser.ts'
import { manyOrders } from '../../e2e/fixtures/many-orders.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { type Bench, type BenchRow, median, percentile } from '../measure.ts'
import { mulberry } from '../random.ts'
import { cpuMs, openLoadedWorkspace, type WorkspacePage } from './workspace-page.ts'

const ORDERS = 5_000
const EVENTS_PER_SECOND = 500
const BEAT_MS = 100
const KEYS = 150
const KEY_EVERY_MS = 70
/** One of so many events moves its row to another place of the list. */
const MOVES_ONE_IN = 10
const LIMIT_MS = 50

/** A dispatcher types while 5,000 live orders change 500 times a second, through the event log, the socket and the list. */
export const bench: Bench = {
  name: 'busy-workspace',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    const ids = await manyOrders(installation.db, ORDERS)
    await sql`analyze`.execute(installation.db)
    const browser = await launchBrowser()
    try {
      const workspace = await openLoadedWorkspace(
        browser,
        { url: installation.url, token: installation.dispatcherToken },
        ORDERS,
      )
      const calm = await typeAndMeasure(workspace)
      const storm = startStorm(installation, ids)
      const busy = await sleep(2000)
        .then(() => typeAndMeasure(workspace))
        .finally(storm.stop)
      const eventCount = await storm.stop()
      return {
        title: 'Typing at a desk with 5,000 live orders',
        growsWith:
          'the rows in view that change; a row out of view costs its frame off the wire and a place in a sorted array.',
        rows: [
          key('keystroke → paint, p98, nothing happens', percentile(calm.keys, 0.98)),
          key(`keystroke → paint, p98, ${EVENTS_PER_SECOND} events a second`, percentile(busy.keys, 0.98)),
          key(`keystroke → paint, median, ${EVENTS_PER_SECOND} events a second`, median(busy.keys)),
          {
            what: 'CPU of the page per second of events, beside the typing itself',
            unit: 'ms',
            ours: busy.cpuPerSecond - calm.cpuPerSecond,
            peer: calm.cpuPerSecond,
            peerName: 'typing with nothing happening',
            better: 'lower',
          },
        ],
        notes: [
          `${KEYS} keys, one every ${KEY_EVERY_MS} ms; ${eventCount} events were written to the log and came through the server's own socket`,
          `one event in ${MOVES_ONE_IN} moves its row; browser, server and database share the machine`,
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

function key(what: string, ours: number): BenchRow {
  return { what, unit: 'ms', ours, peer: LIMIT_MS, peerName: 'limit', better: 'lower' }
}

async function typeAndMeasure(workspace: WorkspacePage): Promise<{ keys: number[]; cpuPerSecond: number }> {
  const { page } = workspace
  await page.evaluate(MEASURE_KEYS)
  await page.getByLabel('Nume client').fill('')
  const [cpuBefore, startedAt] = [await cpuMs(workspace), performance.now()]
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(n % 12 === 11 ? 'Backspace' : 'abcdefghijkl'.charAt(n % 12))
    await sleep(KEY_EVERY_MS)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const cpuPerSecond = ((await cpuMs(workspace)) - cpuBefore) / seconds
  return { keys: await takeKeys(page), cpuPerSecond }
}

/** Measures from the key press to the task after the frame that shows it. */
const MEASURE_KEYS = `
  globalThis.keyTimes = []
  globalThis.listensToKeys ??= addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => globalThis.keyTimes.push(performance.now() - timeStamp)
    port2.postMessage(null)
  }), true) ?? true`

function takeKeys(page: Page): Promise<number[]> {
  return page.evaluate('globalThis.keyTimes')
}

/** Changes orders and publishes the changes through the event log until it is stopped. */
function startStorm({ db }: Installation, ids: readonly number[]): { stop: () => Promise<number> } {
  const random = mulberry(7)
  const anOrder = () => ids[Math.floor(random() * ids.length)] ?? 0
  let eventCount = 0
  let isOver = false
  const startedAt = performance.now()
  const beat = async () => {
    const due = Math.floor(((performance.now() - startedAt) * EVENTS_PER_SECOND) / 1000) - eventCount
    const changed = [...new Set(Array.from({ length: Math.min(due, EVENTS_PER_SECOND) }, anOrder))]
    const moved = changed.filter((_, n) => n % MOVES_ONE_IN === 0)
    await db.transaction().execute(async (tx) => {
      await sql`update orders set name = 'Client ' || (random() * 1e6)::int, version = version + 1
        where id = any(${changed}::bigint[])`.execute(tx)
      await sql`update orders set departure_time = departure_time + (random() * 600)::int * interval '1 minute'
        where id = any(${moved}::bigint[])`.execute(tx)
      const { rows } = await sql<{ company: CompanyId }>`
        select created_by_company_id as company from orders where id = ${ids[0]}`.execute(tx)
      const toCompanies = rows.map(({ company }) => company)
      const events = changed.map(
        (id): LogEvent => ({ event: 'live_orders_updated', toCompanies, data: { order_id: asId(id), type: 'live' } }),
      )
      await record(tx, events, new Date())
    })
    eventCount += changed.length
  }
  const running = (async () => {
    while (!isOver) {
      await beat()
      await sleep(BEAT_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await running
      return eventCount
    },
  }
}
