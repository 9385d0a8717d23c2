import { type SeededRandom, seededRandom } from '@dispecerat/simulation/seeded-random'

/** What goes wrong, how often beside the others, and for how long. */
const FAULTS = {
  /** kill -9; started again afterwards. */
  kill_server: { weight: 4, seconds: [1, 4] },
  /** SIGSTOP, then SIGCONT. */
  freeze_server: { weight: 3, seconds: [2, 9] },
  /** Between clients and a node: bytes wait. */
  hold_clients: { weight: 2, seconds: [1, 7] },
  /** Between clients and a node: every connection ends. */
  disconnect_clients: { weight: 2, seconds: [1, 1] },
  /** Between a node and its clients: answers vanish, and nobody is told. */
  swallow_answers: { weight: 1, seconds: [1, 5] },
  hold_database: { weight: 2, seconds: [1, 7] },
  disconnect_database: { weight: 2, seconds: [1, 1] },
  /** Between a node and PostgreSQL: bytes vanish on the connections there are, and nobody is told. */
  swallow_database: { weight: 1, seconds: [1, 4] },
  /** kill -9 of the postmaster. */
  kill_postgres: { weight: 2, seconds: [1, 1] },
  /** A fast shutdown, as for an update. */
  restart_postgres: { weight: 2, seconds: [1, 1] },
  fill_disk: { weight: 2, seconds: [2, 6] },
  kill_redis: { weight: 2, seconds: [1, 6] },
  hold_redis: { weight: 1, seconds: [1, 6] },
  /** The machine's clock of one node is wrong for a while. */
  step_clock: { weight: 2, seconds: [3, 12] },
} as const

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export interface PlannedFault {
  name: FaultName
  /** Seconds from the beginning of the run. */
  at: number
  seconds: number
  /** Which node it is about, where it is about one. */
  node: number
  /** Of `step_clock`: by how much the clock is off. */
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
/** NTP keeps nodes much nearer than this; a node that starts with a clock ahead waits for nobody longer. */
const MAX_CLOCK_SECONDS = 25

/** The same seed gives the same plan; a longer run begins like a shorter one. Faults may overlap. */
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
