import { type SeededRandom, seededRandom } from '@dispecerat/simulation/seeded-random'

/** The faults, with their relative frequency and their duration. */
const FAULTS = {
  /** kill -9, restarted afterwards. */
  kill_server: { weight: 4, seconds: [1, 4] },
  /** SIGSTOP, then SIGCONT. */
  freeze_server: { weight: 3, seconds: [2, 9] },
  /** Between clients and a node: bytes are held back. */
  hold_clients: { weight: 2, seconds: [1, 7] },
  /** Between clients and a node: every connection is closed. */
  disconnect_clients: { weight: 2, seconds: [1, 1] },
  /** Between a node and its clients: replies are dropped silently. */
  swallow_answers: { weight: 1, seconds: [1, 5] },
  hold_database: { weight: 2, seconds: [1, 7] },
  disconnect_database: { weight: 2, seconds: [1, 1] },
  /** Between a node and PostgreSQL: bytes on existing connections are dropped silently. */
  swallow_database: { weight: 1, seconds: [1, 4] },
  /** kill -9 of the postmaster. */
  kill_postgres: { weight: 2, seconds: [1, 1] },
  /** A fast shutdown, as for an update. */
  restart_postgres: { weight: 2, seconds: [1, 1] },
  fill_disk: { weight: 2, seconds: [2, 6] },
  kill_redis: { weight: 2, seconds: [1, 6] },
  hold_redis: { weight: 1, seconds: [1, 6] },
  /** One node's wall clock is wrong for a while. */
  step_clock: { weight: 2, seconds: [3, 12] },
} as const

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export interface PlannedFault {
  name: FaultName
  /** Seconds from the start of the run. */
  at: number
  seconds: number
  /** Index of the affected node, for faults of one node. */
  node: number
  /** For `step_clock`: the offset of the clock. */
  clockSeconds: number
}

export interface Plan {
  seed: number
  seconds: number
  nodes: 1 | 2
  faults: PlannedFault[]
}

const FIRST_FAULT_SECONDS = 4
const GAP_SECONDS = { from: 2, to: 8 }
/** NTP keeps nodes much closer than this; a node that starts with its clock ahead delays others no longer. */
const MAX_CLOCK_SECONDS = 25

/** The same seed gives the same plan, and a longer run begins like a shorter one. Faults may overlap. */
export function drawPlan(seed: number, seconds: number): Plan {
  const random = seededRandom(seed).fork('plan')
  const nodes = random.chance(60) ? 2 : 1
  const faults: PlannedFault[] = []
  for (let at = FIRST_FAULT_SECONDS; at < seconds; at += random.whole(GAP_SECONDS.from, GAP_SECONDS.to))
    faults.push(drawFault(random, at, nodes))
  return { seed, seconds, nodes, faults }
}

function drawFault(random: SeededRandom, at: number, nodes: number): PlannedFault {
  const name = random.weighted(FAULT_NAMES.map((each) => [each, FAULTS[each].weight] as const))
  const [from, to] = FAULTS[name].seconds
  const clockSeconds = random.whole(6, MAX_CLOCK_SECONDS) * (random.chance(50) ? 1 : -1)
  return { name, at, seconds: random.whole(from, to), node: random.whole(0, nodes - 1), clockSeconds }
}

export function describeFault({ name, seconds, node, clockSeconds }: PlannedFault): string {
  const where = /server|clients|answers|database|clock/.test(name) ? ` of node ${node}` : ''
  const by = name === 'step_clock' ? ` by ${clockSeconds} s` : ''
  return `${name}${where}${by} for ${seconds} s`
}

export function describePlan({ seed, seconds, nodes, faults }: Plan): string[] {
  return [
    `seed ${seed}: ${seconds} s, ${nodes} node${nodes > 1 ? 's' : ''}, ${faults.length} faults`,
    ...faults.map((fault) => `  ${String(fault.at).padStart(4)} s  ${describeFault(fault)}`),
  ]
}
