import { foldText } from '@dispecerat/domain/geography/address-text'
import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { sql } from 'kysely'
import { embeddedGeocoder } from '../../apps/server/src/adapters/geocoding/embedded-geocoder.ts'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { alternate, type Bench, type BenchRow, percentile } from '../measure.ts'
import { addressQueries } from './address-queries.ts'
import { openCity } from './bench-city.ts'
import { cityNames } from './city-names.ts'
import { placeSorts } from './place-sorts.ts'

const SEED = 2027
const PER_KIND = 5
const ROUNDS = 2
const TIMES_LARGER = 10
const LIMIT_MS = 150
const OPTIONS = { centre: DEFAULT_CENTRE, radiusMetres: 50_000, limit: 20, sessionToken: null }

/** Time of a suggestion over the imported city and over one ten times as large, against PostgreSQL's plain trigram query. */
export const bench: Bench = {
  name: 'address-suggest',
  run: async () => {
    await using city = await openCity()
    const queries = addressQueries(await cityNames(city.db), {
      seed: SEED,
      perKind: PER_KIND,
      sorts: await placeSorts(),
    })
    const typed = queries.map((query) => query.typed)
    const beginnings = typed.flatMap((text) => [text.slice(0, 1), text.slice(0, 3), text.slice(0, 5)])
    const rows = [
      ...(await measured(city.db, 'whole queries', typed)),
      ...(await measured(city.db, 'first letters', beginnings)),
    ]
    await inflate(city.db)
    rows.push(...(await measured(city.db, `whole queries, ${TIMES_LARGER} cities`, typed)))
    rows.push(...(await measured(city.db, `first letters, ${TIMES_LARGER} cities`, beginnings)))
    return {
      title: 'Suggesting addresses',
      growsWith: 'the names that begin with the rarest typed word; a misspelt word costs a second question.',
      rows,
      notes: [
        `${typed.length} queries of ${new Set(queries.map(({ kind }) => kind)).size} kinds and their first 1, 3 and 5 letters, one after another; ${city.about}`,
        'the plain query orders by similarity among names that share trigrams, and knows neither house numbers nor crossings',
        `the ${TIMES_LARGER - 1} other cities lie over the first, with names of their own: what is nearer to a hard case than to a country`,
      ],
    }
  },
}

async function measured(db: Db, what: string, typed: readonly string[]): Promise<BenchRow[]> {
  const geocoder = embeddedGeocoder(db)
  await geocoder.suggest('strada', OPTIONS)
  const ours: number[] = []
  const plain: number[] = []
  await alternate(
    ROUNDS,
    () => each(typed, ours, (text) => geocoder.suggest(text, OPTIONS)),
    () => each(typed, plain, (text) => plainTrigrams(db, text)),
  )
  const row = (share: number, name: string): BenchRow => ({
    what: `${what}, ${name}`,
    unit: 'ms',
    ours: percentile(ours, share),
    peer: percentile(plain, share),
    peerName: 'plain trigrams',
    better: 'lower',
  })
  const limit = { ...row(0.95, 'p95'), peer: LIMIT_MS, peerName: 'the limit' }
  return [row(0.5, 'p50'), limit, row(0.99, 'p99')]
}

async function each(
  typed: readonly string[],
  times: number[],
  suggest: (text: string) => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  for (const text of typed) {
    const startedAt = performance.now()
    await suggest(text)
    times.push(performance.now() - startedAt)
  }
  return performance.now() - start
}

async function plainTrigrams(db: Db, text: string): Promise<void> {
  const typed = foldText(text)
  await sql`
    select id, name, lat, long from gazetteer where core % ${typed} or ${typed} <% core
    order by greatest(similarity(core, ${typed}), word_similarity(${typed}, core)) desc limit 20
  `.execute(db)
}

/** Adds nine cities of the same size: each word of a name gets other letters, each entry another place nearby. */
async function inflate(db: Db): Promise<void> {
  const another = (word: string) =>
    sql.raw(`translate(${word}, 'aeiou', substring('aeiouaeiouaeiou' from 1 + n % 5 for 5))`)
  for (let n = 1; n < TIMES_LARGER; n++) {
    await sql`
      insert into gazetteer (dataset_id, id, kind, name, type, core, detail, locality, lat, long, weight, words)
      select dataset_id, id + ${n}::bigint * 300000000000000, kind, name, type, ${another('core')} || ${` ${n}`}, detail, locality,
        lat + ${n} * 0.01, long + ${n} * 0.01, weight * 0.9,
        array_to_tsvector(array_remove(string_to_array(type || ' ' || ${another('core')} || ${` ${n}`}, ' '), ''))
      from (select *, ${n}::int as n from gazetteer where id < 300000000000000) as first_city
    `.execute(db)
  }
  await sql`vacuum analyze gazetteer`.execute(db)
}
