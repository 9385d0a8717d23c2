import fs from 'node:fs'
import { type Replay, readReplay, startReplay } from '@dispecerat/contract/dispatch/replays'
import { listSearchIntervals, type SearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import { type ApiClient, createApiClient } from '../../e2e/api/api-client.ts'
import { openInstallation } from '../bench-installation.ts'
import { type Bench, percentile } from '../measure.ts'
import { cpuOf, cpuOfFamily } from '../process-cost.ts'
import { fillYesterday } from './replay-day.ts'

const DRIVERS = 300
const ORDERS = 5_000
const POSITION_EVERY_SECONDS = 7
const LIMIT_SECONDS = 30
/** CPU time of the server, its threads and PostgreSQL: the time limit on two cores, whatever else runs on them. */
const LIMIT_CPU_SECONDS = 2 * LIMIT_SECONDS
const LIMIT_MEGABYTES = 512
const IDLE_REQUESTS = 200

/** Replays 24 hours of a large company with changed rules, on the real server over HTTP: reading the past, both variants, result. */
export const bench: Bench = {
  name: 'replay',
  run: async () => {
    await using installation = await openInstallation({ drivers: DRIVERS })
    const day = { seed: 3, orders: ORDERS, positionEvery: POSITION_EVERY_SECONDS }
    const { positions } = await fillYesterday(
      installation.db,
      installation.drivers.map(({ userId }) => userId),
      day,
    )
    const manager = await createApiClient(installation.url, 'manager@demo.ro')
    const idle: number[] = []
    for (let n = 0; n < IDLE_REQUESTS; n++) idle.push(await answerMs(installation.url))

    const before = megabytesOf(installation.pid)
    const cpu = () => (cpuOf(installation.pid) + cpuOfFamily(installation.postgresPid)) / 1e6
    const cpuBefore = cpu()
    const run = await tryRules(manager, installation)
    const cpuSeconds = cpu() - cpuBefore
    const { result } = run.replay
    if (!result) throw new Error(`the replay ended as ${run.replay.status}`)
    return {
      title: `Replay of 24 h: ${DRIVERS} drivers, ${result.past.orders} orders, ${positions.toLocaleString('en-US')} positions`,
      growsWith: 'orders × looks per search × drivers on duty, and the positions that are read.',
      rows: [
        {
          what: 'both variants, request to result',
          unit: 's',
          ours: run.seconds,
          peer: LIMIT_SECONDS,
          peerName: 'limit',
          better: 'lower',
        },
        {
          what: 'CPU of both variants, the server and PostgreSQL',
          unit: 's',
          ours: cpuSeconds,
          peer: LIMIT_CPU_SECONDS,
          peerName: 'limit on 2 cores',
          better: 'lower',
        },
        {
          what: 'memory above the idle server, peak',
          unit: 'MB',
          ours: run.peak - before,
          peer: LIMIT_MEGABYTES,
          peerName: 'limit',
          better: 'lower',
        },
        {
          what: 'p99 of GET /health meanwhile',
          unit: 'ms',
          ours: percentile(run.answers, 0.99),
          peer: percentile(idle, 0.99),
          peerName: 'idle',
          better: 'lower',
        },
      ],
      notes: [
        `saved: ${figures(result.saved)}`,
        `changed: ${figures(result.changed)}`,
        `answers learned from ${result.learned_from} offers; offers per order ${result.changed.offers_per_order?.toFixed(1)}`,
      ],
    }
  },
}

/** The saved rules with every step twice as long, so that both variants have as much work as in a real trial. */
async function tryRules(manager: ApiClient, { url, pid }: { url: string; pid: number }) {
  const saved = await manager.request(listSearchIntervals)
  const began = performance.now()
  const started = await manager.request(startReplay, { body: { rules: { intervals: saved.data.map(longer) } } })
  const answers: number[] = []
  let peak = 0
  for (;;) {
    answers.push(await answerMs(url))
    peak = Math.max(peak, megabytesOf(pid))
    const { data } = await manager.request(readReplay, { params: { id: started.data.id } })
    if (data.status !== 'running') return { replay: data, seconds: (performance.now() - began) / 1000, answers, peak }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function longer(interval: SearchInterval): SearchInterval {
  const items = interval.definitions.items.map((step) => ({ ...step, search_time: step.search_time * 2 }))
  return { ...interval, definitions: { items } }
}

async function answerMs(url: string): Promise<number> {
  const began = performance.now()
  await (await fetch(`${url}/health`)).text()
  return performance.now() - began
}

function megabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

function figures(variant: NonNullable<Replay['result']>['saved']): string {
  const { served, unserved, median_seconds, p90_seconds, median_pickup_metres } = variant
  return `${served} served, ${unserved} unserved, median ${median_seconds?.toFixed(1)} s, p90 ${p90_seconds?.toFixed(1)} s, pickup ${median_pickup_metres} m`
}
