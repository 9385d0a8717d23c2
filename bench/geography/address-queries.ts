import { splitStreetName } from '@dispecerat/domain/geography/address-text'
import { mulberry } from '../random.ts'
import type { Draw, Label } from './address-labels.ts'
import { KINDS } from './address-query-kinds.ts'
import type { CityNames, Named } from './city-names.ts'

/*
 * A labelled list of what dispatchers type, drawn from an imported city by these rules:
 * - a street is drawn evenly, a place by how well known it is (its weight squared): callers name stations, not kiosks;
 * names are of one to four words of Latin letters and digits, since nobody types a longer one
 * - everything is typed in small letters without diacritics unless a class says otherwise
 * - truth is the drawn entry; when the typed name without its type belongs to several entries, each of them is right (the
 * 'Unirii' of a caller may be the square or the street), with a type only those of this type, with a settlement or a
 * neighbourhood only those that lie there (within 2.5 km of it)
 * - a house number, bloc or staircase must come back with the answer; a crossing must lie within 60 m of a point the two
 * streets share
 * - of a name of which one word is typed, every street with that word is right
 * - a misspelt word that happens to be another name of the city is drawn again, because no ranking could tell them apart
 * - a prefix is lengthened until no other street, settlement, neighbourhood or well-known place has a word that begins so
 */

export interface LabelledQuery {
  kind: string
  typed: string
  label: Label
}

const MAX_TRIES = 4000

/** `perKind` queries of each kind, the same for the same seed. A kind for which the city has too few names yields fewer. */
export function addressQueries(
  city: CityNames,
  options: { seed: number; perKind: number; sorts: ReadonlyMap<string, string> },
): LabelledQuery[] {
  const typeable = city.named.filter(({ core }) => /^[a-z0-9 ]{4,40}$/.test(core) && core.split(' ').length <= 4)
  const draw: Draw = {
    city,
    random: mulberry(options.seed),
    streets: typeable.filter((one) => one.kind === 'street' && isOwnName(one)),
    places: byFame(typeable.filter((one) => one.kind === 'place' && isOwnName(one))),
    sorts: options.sorts,
  }
  return Object.entries(KINDS).flatMap(([kind, make]) => {
    const made = new Map<string, LabelledQuery>()
    for (let tries = 0; tries < MAX_TRIES && made.size < options.perKind; tries++) {
      const query = make(draw)
      if (query && (query.label.ids.size > 0 || query.label.points)) made.set(query.typed, { kind, ...query })
    }
    return [...made.values()]
  })
}

/** Repeats each place in proportion to its weight squared. */
function byFame(places: Named[]): Named[] {
  return places.flatMap((place) => Array.from({ length: Math.max(1, Math.round(place.weight ** 2 * 20)) }, () => place))
}

/** False for an alias: queries are typed from the name that is shown. */
function isOwnName({ name, core }: Named): boolean {
  return splitStreetName(name).core === core
}
