import { advanceWalk } from '@dispecerat/domain/dispatch/search/advance-walk'
import {
  aDriver,
  aSearchRequest,
  aStand,
  aStep,
  at,
  CENTRE_ZONE,
  northOfPickup,
  OTHER_ZONE,
  standId,
} from '@dispecerat/domain/dispatch/search/testing/builders'
import { type DriverFacts, type Scene, startWalk, type WalkStep } from '@dispecerat/domain/dispatch/search/walk'
import { asId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import { alternate, type Bench, type BenchRow, median } from '../measure.ts'
import { mulberry } from '../random.ts'

const FLEETS = [300, 3_000, 30_000]
const ROUNDS = 7
/** Number of drivers evaluated or sorted in one measured run. */
const DRIVERS_PER_TURN = 60_000
const RADIUS_METRES = 3_000

const KINDS: readonly (readonly [string, WalkStep])[] = [
  ['by_zone', aStep({ searchType: 'by_zone', searchLimit: 50 })],
  ['by_radius', aStep({ searchType: 'by_radius', searchLimit: RADIUS_METRES })],
  ['by_near_stand', aStep({ searchType: 'by_near_stand', searchLimit: 50 })],
  ['everybody', aStep({ searchType: 'by_radius', searchLimit: 1_000_000 })],
  [
    'by_radius in rotation',
    aStep({ searchType: 'by_radius', searchLimit: RADIUS_METRES, notificationMethod: 'by_rotation' }),
  ],
]

/** The first evaluation of a search over the whole company, by the engine alone, against sorting as many numbers. */
export const bench: Bench = {
  name: 'decide-round',
  run: async () => {
    const rows: BenchRow[] = []
    const notes: string[] = []
    for (const fleet of FLEETS) {
      const scene = aCity(fleet)
      const perDriver: string[] = []
      for (const [kind, step] of KINDS) {
        const times = Math.max(1, Math.floor(DRIVERS_PER_TURN / fleet))
        const figures = await alternate(
          ROUNDS,
          () => micros(times, () => decide(scene, step)),
          () => micros(times, () => sortByDistance(scene.drivers)),
        )
        const ours = median(figures.ours)
        const what = `${kind}, ${fleet.toLocaleString('en-US')} drivers`
        rows.push({
          what,
          unit: 'µs',
          ours,
          peer: median(figures.peer),
          peerName: 'sorting as many drivers by distance',
          better: 'lower',
        })
        perDriver.push(`${kind} ${(ours / fleet).toFixed(3)}`)
      }
      notes.push(`µs per driver at ${fleet.toLocaleString('en-US')}: ${perDriver.join(', ')}`)
    }
    return {
      title: 'Deciding a round',
      growsWith: 'the drivers of the companies asked: each is judged and ends with a fate or a reason; no IO.',
      rows,
      notes: [
        ...notes,
        'a tenth of the drivers are off duty, busy, banned or stale; a fifth stand in the zone of the pickup, a tenth at its stand',
      ],
    }
  },
}

function decide(scene: Scene, step: WalkStep): number {
  const walk = startWalk({ orderId: scene.request.orderId, walkNo: 1, steps: [step], skipEmptySteps: false }, at(0))
  return advanceWalk(walk, scene, at(0)).effects.length
}

function sortByDistance(drivers: readonly DriverFacts[]): number {
  const far = ({ point }: DriverFacts) => point?.lat ?? 0
  return drivers.toSorted((a, b) => far(a) - far(b)).length
}

function aCity(fleet: number): Scene {
  const random = mulberry(fleet)
  const stand = standId(1)
  const drivers = Array.from({ length: fleet }, (_, n): DriverFacts => {
    const waits = random() < 0.1
    const facts = {
      metres: Math.floor(random() * 12_000),
      zoneId: asId<ZoneId>(random() < 0.2 ? CENTRE_ZONE : OTHER_ZONE),
      standId: waits ? stand : null,
      standSince: waits ? at(-Math.floor(random() * 3_600)) : null,
      idleFrom: at(-Math.floor(random() * 3_600)),
      positionAt: at(-Math.floor(random() * 60)),
      ...TROUBLES[Math.floor(random() * 40)],
    }
    return aDriver(n + 1, facts)
  })
  return { request: aSearchRequest({ stands: [aStand(1, { point: northOfPickup(50) })] }), drivers }
}

/** Obstacles of the first few of every forty drivers: a tenth of the fleet. */
const TROUBLES: Record<number, Partial<DriverFacts>> = {
  0: { onShift: false },
  1: { isBusy: true },
  2: { bannedUntil: at(3_600) },
  3: { positionAt: at(-600) },
}

async function micros(times: number, once: () => number): Promise<number> {
  const startedAt = performance.now()
  let sum = 0
  for (let n = 0; n < times; n++) sum += once()
  if (sum <= 0) throw new Error('a measured turn did nothing')
  return ((performance.now() - startedAt) * 1000) / times
}
