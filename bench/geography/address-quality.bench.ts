import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { embeddedGeocoder } from '../../apps/server/src/adapters/geocoding/embedded-geocoder.ts'
import type { FoundPlace } from '../../apps/server/src/adapters/geocoding/geocoding.ts'
import { readPlaceId } from '../../apps/server/src/adapters/geocoding/place-ids.ts'
import type { Bench, BenchRow } from '../measure.ts'
import { addressQueries, type LabelledQuery } from './address-queries.ts'
import { openCity } from './bench-city.ts'
import { cityNames, within } from './city-names.ts'
import { placeSorts } from './place-sorts.ts'

/** Other than the seeds of the lists that the ranking was tuned on. */
const SEED = Number(process.env.BENCH_SEED ?? 2027)
const PER_KIND = 30
const CROSSING_METRES = 60
const FIRST_BAR = 90
const FIVE_BAR = 98
const OPTIONS = { centre: DEFAULT_CENTRE, radiusMetres: 50_000, limit: 10, sessionToken: null }

/** Measures how often the right address is the first, or among the first five, suggestions for a labelled list of queries. */
export const bench: Bench = {
  name: 'address-quality',
  run: async () => {
    await using city = await openCity()
    const names = await cityNames(city.db)
    const queries = addressQueries(names, { seed: SEED, perKind: PER_KIND, sorts: await placeSorts() })
    const geocoder = embeddedGeocoder(city.db)
    const places = new Map<LabelledQuery, number>()
    const missed: string[] = []
    for (const query of queries) {
      const answers = await geocoder.suggest(query.typed, OPTIONS)
      const place = answers.findIndex((answer) => isRight(answer, query))
      places.set(query, place)
      if (place !== 0)
        missed.push(
          `${query.kind}: '${query.typed}' (${place < 0 ? 'missing' : place + 1}) → ${answers[0]?.name ?? 'nothing'}`,
        )
    }
    const rows = [...new Set(queries.map(({ kind }) => kind)), 'all'].flatMap((kind) => {
      const of = queries
        .filter((query) => kind === 'all' || query.kind === kind)
        .map((query) => places.get(query) ?? -1)
      return rowsOf(`${kind} (${of.length})`, of)
    })
    if (process.env.BENCH_MISSED) console.log(missed.join('\n'))
    return {
      title: 'Right addresses',
      growsWith: 'nothing: it is a share.',
      rows,
      notes: [
        `${queries.length} queries of ${new Set(queries.map(({ kind }) => kind)).size} kinds, seed ${SEED}; ${city.about}`,
        'BENCH_SEED draws another list, BENCH_MISSED=on prints what was not first; the rules are written in address-queries.ts',
      ],
    }
  },
}

function rowsOf(kind: string, places: readonly number[]): BenchRow[] {
  const share = (within: number) => (100 * places.filter((at) => at >= 0 && at < within).length) / places.length
  const row = (what: string, ours: number, peer: number): BenchRow => ({
    what,
    unit: '%',
    ours,
    peer,
    peerName: 'the bar',
    better: 'higher',
  })
  return [row(`${kind}, first`, share(1), FIRST_BAR), row(`${kind}, among five`, share(5), FIVE_BAR)]
}

function isRight(answer: FoundPlace, { label }: LabelledQuery): boolean {
  if (label.points) {
    const isCrossing = answer.kind === 'street' && answer.name.includes('colț')
    return isCrossing && label.points.some((point) => within(CROSSING_METRES, point, answer))
  }
  const place = readPlaceId(answer.placeId)
  if (!place || !label.ids.has(place.id)) return false
  const { door } = label
  if (!door) return true
  if (door.bloc !== null) return place.bloc === door.bloc
  return place.house?.number === door.number && place.house?.suffix === door.suffix
}
