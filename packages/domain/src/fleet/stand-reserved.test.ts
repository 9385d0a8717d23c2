import { expect, test } from 'vitest'
import type { Point } from '../kernel/geo.ts'
import { asId, type StandId } from '../kernel/ids.ts'
import { NOWHERE, type Stand, type StandPresence, type StandSight, seenAt } from './stand.ts'

const GARA: Point = { lat: 45.6608, long: 25.6135 }
const METRES_PER_DEGREE = 6_371_008.8 * (Math.PI / 180)
const at = (seconds: number) => new Date(Date.parse('2026-03-01T18:00:00Z') + seconds * 1000)
const gara: Stand = { standId: asId<StandId>(1), point: GARA, radiusMetres: 100 }
const other = asId<StandId>(2)
const waiting = (standId: StandId, since: number): StandPresence => ({
  ...NOWHERE,
  at: { standId, arrivedAt: at(since) },
})
const reservedSince = (seconds: number, standId = gara.standId) => ({ standId, arrivedAt: at(seconds) })

test.each<[string, StandPresence, number, StandSight['reserved'], ReturnType<typeof reservedSince> | null]>([
  ['joins at once, as of the first arrival', NOWHERE, 20, reservedSince(5), reservedSince(5)],
  ['joins from where a waiting car may stand', NOWHERE, 149, reservedSince(5), reservedSince(5)],
  ['does not join from farther away', NOWHERE, 151, reservedSince(5), null],
  ['does not join a stand that was closed', NOWHERE, 20, reservedSince(5, other), null],
  [
    'joins again before a later arrival of their own',
    waiting(gara.standId, 60),
    20,
    reservedSince(5),
    reservedSince(5),
  ],
  ['keeps an earlier arrival', waiting(gara.standId, 2), 20, reservedSince(5), reservedSince(2)],
  ['without a reserved place joins after 20 s', NOWHERE, 20, null, null],
])('a driver %s', (_, before, metres, reserved, expected) => {
  const point = { lat: GARA.lat + metres / METRES_PER_DEGREE, long: GARA.long }
  const standOf = (id: StandId) => (id === gara.standId ? gara : undefined)
  const sight: StandSight = { point, within: metres <= 100 ? gara : null, standOf, ...(reserved ? { reserved } : {}) }
  expect(seenAt(before, sight, at(70)).at).toEqual(expected)
})
