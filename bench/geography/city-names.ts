import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/platform/db/database.ts'

export interface Named extends Point {
  id: number
  kind: 'street' | 'place' | 'stop' | 'suburb' | 'locality'
  name: string
  type: string
  /** The name without its type, folded; aliases are rows of their own. */
  core: string
  detail: string
  locality: string
  weight: number
}

export interface Door extends Point {
  streetId: number
  number: number | null
  suffix: string
  bloc: string | null
  scara: string | null
}

interface Crossing {
  a: Named
  b: Named
  /** All points that the two streets share; a dual carriageway crosses twice. */
  points: Point[]
}

/** The imported rows from which the labelled queries are drawn. */
export interface CityNames {
  named: Named[]
  doors: Door[]
  crossings: Crossing[]
  byCore: Map<string, Named[]>
}

export async function cityNames(db: Db): Promise<CityNames> {
  const { rows: named } = await sql<Named>`
    select id, kind, name, type, core, detail, locality, lat, long, weight from gazetteer order by id, core`.execute(db)
  const { rows: doors } = await sql<Door>`
    select street_id as "streetId", number, suffix, bloc, scara, lat, long from gazetteer_spots
    where number is not null or bloc is not null order by street_id, number, suffix, lat, long`.execute(db)
  const byCore = new Map<string, Named[]>()
  for (const one of named) byCore.set(one.core, [...(byCore.get(one.core) ?? []), one])
  return { named, doors, byCore, crossings: await crossingsOf(db, named) }
}

/** Points that the lines of two streets have in common. */
async function crossingsOf(db: Db, named: Named[]): Promise<Crossing[]> {
  const { rows } = await sql<Point & { a: number; b: number }>`
    select distinct a.street_id as a, b.street_id as b, a.lat, a.long
    from gazetteer_spots a join gazetteer_spots b on a.lat = b.lat and a.long = b.long and a.street_id < b.street_id
    where a.number is null and b.number is null and a.bloc is null and b.bloc is null
    order by 1, 2, 3, 4`.execute(db)
  const streets = new Map(named.filter(({ kind }) => kind === 'street').map((street) => [street.id, street]))
  const found = new Map<string, Crossing>()
  for (const { a, b, lat, long } of rows) {
    const [one, two] = [streets.get(a), streets.get(b)]
    if (!one || !two) continue
    const known = found.get(`${a} ${b}`)
    if (known) known.points.push({ lat, long })
    else found.set(`${a} ${b}`, { a: one, b: two, points: [{ lat, long }] })
  }
  return [...found.values()]
}

export function within(metres: number, a: Point, b: Point): boolean {
  return metresBetween(a, b) <= metres
}
