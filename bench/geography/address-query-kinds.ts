import { foldText } from '@dispecerat/domain/geography/address-text'
import {
  aDoor,
  cedilla,
  type Draw,
  idsOf,
  type Label,
  label,
  numberOf,
  pick,
  sameName,
  shortestOwn,
  typedLabel,
  wrong,
} from './address-labels.ts'
import { within } from './city-names.ts'

/** One kind of typed query; null when the drawn entry does not suit it. */
type Kind = (draw: Draw) => { typed: string; label: Label } | null

const SHORT: Record<string, readonly string[]> = {
  strada: ['str', 'str.', 'strada', 'st.'],
  bulevardul: ['bd', 'b-dul', 'bd.', 'bdul', 'blvd'],
  calea: ['cal', 'cal.', 'calea'],
  aleea: ['al', 'al.', 'aleea'],
  soseaua: ['sos', 'sos.', 'soseaua'],
  piata: ['p-ta', 'piata', 'pta'],
  intrarea: ['intr', 'intr.', 'intrarea'],
  fundatura: ['fund', 'fundatura'],
  drumul: ['dr', 'drumul'],
}
const BESIDE = ['la', 'langa', 'in fata la', 'vizavi de', 'in spate la', 'aproape de']
const CROSSED = ['cu', 'colt cu', 'intersectie cu', '/', 'colt']
const FAMOUS = 0.6
const NEIGHBOURHOOD_METRES = 2500

export const KINDS: Record<string, Kind> = {
  'type in short': ({ random, streets, city }) => {
    const street = pick(streets, random)
    const short = pick(SHORT[street.type] ?? [street.type], random)
    const old = random() < 0.3 ? cedilla(street.name).replace(/^\S+\s/, '') : street.core
    return street.type ? { typed: `${short} ${old}`, label: typedLabel(city, street) } : null
  },
  'name alone': ({ random, streets, city }) => {
    const street = pick(streets, random)
    return { typed: street.core, label: label(city, street) }
  },
  misspelt: (draw) => {
    const street = pick(draw.streets, draw.random)
    const typed = wrong(draw, street.core)
    const short = pick(SHORT[street.type] ?? [''], draw.random)
    if (!typed) return null
    return draw.random() < 0.4 && street.type
      ? { typed: `${short} ${typed}`, label: typedLabel(draw.city, street) }
      : { typed, label: label(draw.city, street) }
  },
  'two slips': (draw) => {
    const street = pick(draw.streets, draw.random)
    const word = street.core.split(' ').find((part) => part.length >= 7)
    const once = word && wrong(draw, word)
    const twice = once && wrong(draw, once)
    return twice ? { typed: street.core.replace(word, twice), label: label(draw.city, street) } : null
  },
  'misspelt with number': (draw) => {
    const { street, door } = aDoor(draw, ({ number }) => number !== null) ?? {}
    const typed = street && wrong(draw, street.core)
    return typed && door ? { typed: `${typed} ${numberOf(door)}`, label: label(draw.city, street, door) } : null
  },
  'with number': (draw) => {
    const { street, door } = aDoor(draw, ({ number }) => number !== null) ?? {}
    if (!street || !door) return null
    const short = pick(SHORT[street.type] ?? [''], draw.random)
    const form = draw.random()
    if (form < 0.35) return { typed: `${street.core} ${numberOf(door)}`, label: label(draw.city, street, door) }
    if (form < 0.5) return { typed: `${numberOf(door)} ${street.core}`, label: label(draw.city, street, door) }
    const nr = draw.random() < 0.5 ? 'nr ' : draw.random() < 0.5 ? 'nr. ' : ''
    return { typed: `${short} ${street.core} ${nr}${numberOf(door)}`, label: typedLabel(draw.city, street, door) }
  },
  'one word with number': (draw) => {
    const { street, door } = aDoor(draw, ({ number }) => number !== null) ?? {}
    const words = street?.core.split(' ') ?? []
    const typed = words.at(-1) ?? ''
    if (!door || words.length < 2 || typed.length < 4 || /\d/.test(typed)) return null
    const ids = idsOf(draw.streets.filter(({ core }) => core.split(' ').includes(typed)))
    return { typed: `${typed} ${numberOf(door)}`, label: { ids } }
  },
  'first name by its letter': ({ city, random, streets }) => {
    const street = pick(streets, random)
    const words = street.core.split(' ')
    if (words.length < 2 || words.some((word) => word.length < 4 || /\d/.test(word))) return null
    const typed = [...words.slice(0, -1).map((word) => word[0]), ...words.slice(-1)].join(random() < 0.5 ? ' ' : '. ')
    return { typed, label: label(city, street) }
  },
  'typed together': ({ city, random, streets }) => {
    const street = pick(streets, random)
    const whole = street.type !== 'strada' && random() < 0.5 ? `${street.type} ${street.core}` : street.core
    return whole.split(' ').length === 2 ? { typed: whole.replace(' ', ''), label: label(city, street) } : null
  },
  'all at once': (draw) => {
    const { street, door } = aDoor(draw, ({ number }) => number !== null) ?? {}
    const typed = street && wrong(draw, street.core)
    if (!street?.locality || !door || !typed) return null
    const town = draw.random() < 0.5 ? ` ${foldText(street.locality)}` : ''
    const flat = pick(['', ' sc a', ' bl 3 ap 2', ' et 2 ap 8', ' interfon 6'], draw.random)
    const short = pick(SHORT[street.type] ?? [''], draw.random)
    return {
      typed: `${short} ${typed} nr ${numberOf(door)}${flat}${town}`.trim(),
      label: typedLabel(draw.city, street, door),
    }
  },
  'bloc and staircase': (draw) => {
    const { street, door } = aDoor(draw, ({ bloc }) => bloc !== null) ?? {}
    if (!street || !door) return null
    const flat = draw.random() < 0.5 ? ` ap ${1 + Math.floor(draw.random() * 60)}` : ''
    const stairs = door.scara ? pick([' sc ', ' scara ', ' sc. '], draw.random) + door.scara : ''
    const number = door.number !== null && draw.random() < 0.5 ? ` ${numberOf(door)}` : ''
    const bloc = pick(['bl', 'bl.', 'bloc'], draw.random)
    return {
      typed: `${street.core}${number} ${bloc} ${door.bloc}${stairs}${flat}`,
      label: { ...label(draw.city, street), door: { number: null, suffix: '', bloc: door.bloc } },
    }
  },
  'flat behind the number': (draw) => {
    const { street, door } = aDoor(draw, ({ number, bloc }) => number !== null && bloc === null) ?? {}
    if (!street || !door) return null
    const flat = pick(['sc a ap 12', 'et 3 ap 14', 'interfon 24', 'sc. B, et. 2', 'ap. 7'], draw.random)
    const typed = `${pick(SHORT[street.type] ?? [''], draw.random)} ${street.core} ${numberOf(door)} ${flat}`
    return { typed: typed.trim(), label: typedLabel(draw.city, street, door) }
  },
  'words in another order': (draw) => {
    const street = pick(draw.streets, draw.random)
    const words = street.core.split(' ')
    if (words.length === 1)
      return street.type && street.type !== 'strada'
        ? { typed: `${street.core} ${street.type}`, label: typedLabel(draw.city, street) }
        : null
    return { typed: words.reverse().join(' '), label: label(draw.city, street) }
  },
  beginning: (draw) => {
    const known = [...draw.streets, ...draw.places.filter(({ weight }) => weight >= FAMOUS)]
    const one = pick(known, draw.random)
    const word = one.core.split(' ').find((part) => part.length >= 5)
    const typed = word && shortestOwn(draw, known, one, word)
    return typed ? { typed, label: label(draw.city, one) } : null
  },
  'number in the name': (draw) => {
    const street = pick(draw.streets, draw.random)
    if (!/\d/.test(street.core)) return null
    const doors = draw.city.doors.filter(({ streetId, number }) => streetId === street.id && number !== null)
    const door = doors[Math.floor(draw.random() * doors.length)]
    if (!door || draw.random() < 0.4) return { typed: street.core, label: label(draw.city, street) }
    return { typed: `${street.core} ${numberOf(door)}`, label: label(draw.city, street, door) }
  },
  'with the settlement': (draw) => {
    const street = pick(draw.streets, draw.random)
    if (!street.locality) return null
    const town = foldText(street.locality)
    const typed = pick([`${street.core} ${town}`, `${town} ${street.core}`, `${town}, str ${street.core}`], draw.random)
    const here = sameName(draw.city, street).filter(({ locality }) => locality === street.locality)
    return { typed, label: { ids: idsOf(here) } }
  },
  'with the neighbourhood': (draw) => {
    const one = draw.random() < 0.7 ? pick(draw.streets, draw.random) : pick(draw.places, draw.random)
    const suburbs = draw.city.named.filter(({ kind }) => kind === 'suburb')
    const [suburb] = suburbs.filter((area) => within(1000, area, one) && !one.core.includes(area.core))
    if (!suburb || one.kind === 'suburb') return null
    const here = sameName(draw.city, one).filter((other) => within(NEIGHBOURHOOD_METRES, other, suburb))
    return { typed: `${one.core} ${suburb.core}`, label: { ids: idsOf(here) } }
  },
  place: (draw) => {
    const place = pick(draw.places, draw.random)
    return { typed: draw.random() < 0.3 ? cedilla(place.name) : place.core, label: label(draw.city, place) }
  },
  'place after its sort': (draw) => {
    const place = pick(draw.places, draw.random)
    const sort = draw.sorts.get(place.core)
    if (!sort || place.core.includes(sort.slice(0, 4))) return null
    const typed = `${sort} ${place.core}`
    return { typed, label: { ids: idsOf([...sameName(draw.city, place), ...(draw.city.byCore.get(typed) ?? [])]) } }
  },
  'misspelt place': (draw) => {
    const place = pick(draw.places, draw.random)
    const typed = wrong(draw, place.core)
    return typed ? { typed, label: label(draw.city, place) } : null
  },
  'beside a place': (draw) => {
    const place = pick(draw.places, draw.random)
    return { typed: `${pick(BESIDE, draw.random)} ${place.core}`, label: label(draw.city, place) }
  },
  'branch of a chain': (draw) => {
    const place = pick(draw.places, draw.random)
    const street = place.detail.replace(/ \d+\w?$/, '')
    const copies = sameName(draw.city, place)
    if (!street || copies.length < 2) return null
    const here = copies.filter(({ detail }) => detail.startsWith(street))
    return {
      typed: `${place.core} ${foldText(street).replace(/^(strada|bulevardul) /, '')}`,
      label: { ids: idsOf(here) },
    }
  },
  stop: (draw) => {
    const stop = pick(draw.city.named, draw.random)
    const spoken = stop.core.replace(/^statia (de taxi )?/, '')
    if (stop.kind !== 'stop' || spoken === stop.core) return null
    const ids = idsOf(draw.city.named.filter(({ kind, core }) => kind === 'stop' && core === stop.core))
    return { typed: pick([`statia ${spoken}`, `statie ${spoken}`, `${spoken} statie`], draw.random), label: { ids } }
  },
  crossing: (draw) => {
    const { a, b } = pick(draw.city.crossings, draw.random)
    if (a.core === b.core || a.core.length < 4 || b.core.length < 4) return null
    const same = draw.city.crossings.filter(
      (other) => [other.a.core, other.b.core].sort().join() === [a.core, b.core].sort().join(),
    )
    const second = draw.random() < 0.25 ? wrong(draw, b.core) : b.core
    const first = draw.random() < 0.3 && a.type ? `${pick(SHORT[a.type] ?? [a.type], draw.random)} ${a.core}` : a.core
    if (!second) return null
    const between = pick(CROSSED, draw.random)
    return {
      typed: `${first} ${between} ${second}`,
      label: { ids: new Set(), points: same.flatMap(({ points }) => points) },
    }
  },
  'without its article': (draw) => {
    const place = pick(draw.places, draw.random)
    const words = place.core.split(' ')
    const [first = ''] = foldText(place.name).split(' ')
    const bare = first.replace(/ul$/, '').replace(/(?<=[rt])ia$/, 'ie')
    if (bare === first || first.length < 6 || words.length < 2) return null
    return { typed: [bare, ...words.slice(1)].join(' '), label: label(draw.city, place) }
  },
}
