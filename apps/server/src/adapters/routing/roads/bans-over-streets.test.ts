import { expect, test } from 'vitest'
import { RoadAtlas } from './road-atlas.ts'
import { RoadGraphBuilder } from './road-graph-builder.ts'

/** Corners by letter: rows from the north, columns from the west, some 200 m apart. */
const ROWS = ['abcdg', 'hijkl', 'mnopq']
const STEP_DEGREES = 0.002

function corner(letter: string): { lat: number; long: number } {
  const row = ROWS.findIndex((letters) => letters.includes(letter))
  return { lat: 45.6 - row * STEP_DEGREES, long: 25.6 + (ROWS[row]?.indexOf(letter) ?? 0) * STEP_DEGREES }
}

const idOf = (word: string) => [...word].reduce((id, letter) => id * 32 + (letter.charCodeAt(0) - 96), 0)

/** 'abc' is a street over three corners, 'ab>' is a one-way street. */
type Street = string
/** A restriction from a street, over streets or a corner, into a street. */
interface Ban {
  rule: string
  from: Street
  via: Street[]
  to: Street
}

function town(streets: Street[], bans: Ban[]) {
  const builder = new RoadGraphBuilder()
  for (const street of streets) {
    const letters = [...street.replace('>', '')]
    const refs = letters.map(idOf)
    const tags = { highway: 'residential', oneway: street.endsWith('>') ? 'yes' : 'no' }
    builder.way({ id: idOf(letters.join('')), tags, refs, pointRefs: refs, points: letters.map(corner) })
  }
  for (const { rule, from, via, to } of bans) {
    const members = [
      { role: 'from', type: 'way', ref: idOf(from) },
      ...via.map((over) => ({ role: 'via', type: over.length > 1 ? 'way' : 'node', ref: idOf(over) })),
      { role: 'to', type: 'way', ref: idOf(to) },
    ]
    builder.relation({ tags: { type: 'restriction', restriction: rule }, members })
  }
  const atlas = new RoadAtlas(builder.finish())
  const middle = ([a = '', b = '']: string) => ({
    lat: (corner(a).lat + corner(b).lat) / 2,
    long: (corner(a).long + corner(b).long) / 2,
  })
  /** The corners between the middle of one street and that of another; checks that the distance query agrees. */
  const driven = (from: Street, to: Street): string | null => {
    const way = atlas.way(middle(from), middle(to))
    const [drive] = atlas.toOne([middle(from), middle(to)], middle(to))
    expect(drive && { metres: drive.metres, seconds: drive.seconds }).toEqual(
      way && { metres: way.metres, seconds: way.seconds },
    )
    const letters = way?.line.slice(1, -1).map(({ lat, long }) => {
      const row = Math.round((45.6 - lat) / STEP_DEGREES)
      return ROWS[row]?.[Math.round((long - 25.6) / STEP_DEGREES)]
    })
    return letters?.join('') ?? null
  }
  return { driven, counts: builder.banCounts }
}

/** Two carriageways, a–b–c–d eastwards and k–j–i–h back, links between them, streets that cross them. */
const CARRIAGEWAYS = ['ab>', 'bc>', 'cd>', 'kj>', 'ji>', 'ih>', 'bi', 'cj', 'dk', 'ha', 'in', 'jo', 'no']

test('no U-turn over two junctions of a dual carriageway: the route uses the next link', () => {
  expect(town(CARRIAGEWAYS, []).driven('ab', 'ih')).toBe('bi')
  const { driven, counts } = town(CARRIAGEWAYS, [{ rule: 'no_u_turn', from: 'ab', via: ['bi'], to: 'ih' }])
  expect(driven('ab', 'ih')).toBe('bcji')
  // Driving over the link and straight on, from the link itself, and into it from the other side stays allowed.
  expect(driven('ab', 'in')).toBe('bi')
  expect(driven('bi', 'ih')).toBe('i')
  expect(driven('ji', 'bi')).toBe('i')
  expect(counts).toEqual({ obeyed: 1, overWays: 1, conditional: 0, unclear: 0, undriven: 0 })
})

test('a link that is cut by a street in the middle is still one link', () => {
  const streets = ['ab>', 'bc>', 'cd>', 'po>', 'on>', 'nm>', 'bin', 'cjo', 'dkp', 'mha', 'hi']
  expect(town(streets, []).driven('ab', 'nm')).toBe('bin')
  const { driven } = town(streets, [{ rule: 'no_u_turn', from: 'ab', via: ['bin'], to: 'nm' }])
  expect(driven('ab', 'nm')).toBe('bcjon')
  expect(driven('hi', 'nm')).toBe('in')
})

test('two links closed by a sign each send the car to the third', () => {
  const streets = CARRIAGEWAYS.filter((street) => !['in', 'jo', 'no'].includes(street))
  const { driven, counts } = town(streets, [
    { rule: 'no_u_turn', from: 'ab', via: ['bi'], to: 'ih' },
    { rule: 'no_u_turn', from: 'bc', via: ['cj'], to: 'ji' },
  ])
  expect(driven('ab', 'ih')).toBe('bcdkji')
  expect(driven('ab', 'ji')).toBe('bcdkj')
  expect(counts.obeyed).toBe(2)
})

/** A street a–b–c–d–g with side streets to the south at b, c and d. */
const AVENUE = ['ab', 'bc', 'cd', 'dg', 'bi', 'cj', 'dk']

test('only straight on through a street: no side street until its end, no U-turn before', () => {
  const only: Ban = { rule: 'only_straight_on', from: 'ab', via: ['bc'], to: 'cd' }
  const { driven } = town(AVENUE, [only])
  expect(driven('ab', 'cd')).toBe('bc')
  expect(driven('ab', 'cj')).toBe('bcdc')
  expect(driven('ab', 'bi')).toBe('bcdcb')
  // A car that came from elsewhere may turn anywhere.
  expect(driven('bi', 'cj')).toBe('bc')
  expect(driven('bc', 'cj')).toBe('c')
  expect(driven('ab', 'dk')).toBe('bcd')
})

test('two bans with the same beginning, one of them longer: each ends at its own end', () => {
  const { driven, counts } = town(AVENUE, [
    { rule: 'no_right_turn', from: 'ab', via: ['bc'], to: 'cj' },
    { rule: 'no_right_turn', from: 'ab', via: ['bc', 'cd'], to: 'dk' },
  ])
  expect(driven('ab', 'cj')).toBe('bcdc')
  expect(driven('ab', 'dk')).toBe('bcdgd')
  expect(driven('ab', 'dg')).toBe('bcd')
  expect(driven('bi', 'cj')).toBe('bc')
  expect(driven('bi', 'dk')).toBe('bcd')
  expect(counts).toMatchObject({ obeyed: 2, overWays: 2 })
})

test('a car that drove the beginnings of two bans is subject to both', () => {
  const streets = ['ab', 'bc', 'cd', 'dg', 'bi', 'cjo', 'dkp']
  const { driven } = town(streets, [
    { rule: 'no_straight_on', from: 'ab', via: ['bc', 'cd'], to: 'dg' },
    { rule: 'no_right_turn', from: 'bc', via: ['cd'], to: 'dkp' },
  ])
  expect(driven('ab', 'dkp')).toBe('bcdcd')
  expect(driven('ab', 'dg')).toBe('bibcd')
  expect(driven('bi', 'dg')).toBe('bcd')
  expect(driven('cjo', 'dkp')).toBe('cd')
})

test('no U-turn at the end of a street for a car that came straight through it', () => {
  const noTurn: Ban = { rule: 'no_right_turn', from: 'ab', via: ['b'], to: 'bi' }
  expect(town(AVENUE, [noTurn]).driven('ab', 'bi')).toBe('bcb')
  const { driven, counts } = town(AVENUE, [noTurn, { rule: 'no_u_turn', from: 'ab', via: ['bc'], to: 'bc' }])
  expect(driven('ab', 'bi')).toBe('bcdcb')
  expect(counts).toMatchObject({ obeyed: 2, overWays: 1 })
})

test('intermediate streets named in the wrong order are sorted; a ban against a one-way street has no effect', () => {
  const wrong: Ban = { rule: 'no_right_turn', from: 'ab', via: ['cd', 'bc'], to: 'dk' }
  expect(town(AVENUE, [wrong]).driven('ab', 'dk')).toBe('bcdgd')
  const against: Ban = { rule: 'no_u_turn', from: 'ih', via: ['bi'], to: 'ab' }
  expect(town(CARRIAGEWAYS, [against]).counts).toMatchObject({ obeyed: 0, undriven: 1 })
})
