import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type CompanyId, type DriverId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { PositionRegistry } from './position-registry.ts'

const CAR = asId<DriverId>(112)
const OURS = asId<CompanyId>(1)
const START = Date.parse('2026-03-01T18:00:00Z')
const HERE = { lat: 45.6423, long: 25.5889 }
const THERE = { lat: 45.6523, long: 25.5889 }
const FAR = { lat: 46.1423, long: 25.5889 }
const at = (seconds: number) => new Date(START + seconds * 1000)

let positions: PositionRegistry
beforeEach(() => {
  positions = new PositionRegistry()
})

/** A report received at one second, with the phone's timestamp of another. */
function report(received: number, recorded: number | null, place = HERE, accuracy?: number) {
  const recordedAt = recorded === null ? null : at(recorded)
  return positions.report(CAR, OURS, { ...place, recordedAt, accuracy }, at(received))?.at ?? null
}

test('positions that arrive out of order: the newest by the phone’s clock stays', () => {
  expect(report(10, 10)).toEqual(at(10))
  expect(report(12, 8, THERE)).toBeNull()
  expect(report(13, 10, THERE)).toBeNull()
  expect(positions.pointOf(CAR)).toEqual(HERE)
  expect(report(15, 15, THERE)).toEqual(at(15))
  expect(positions.pointOf(CAR)).toEqual(THERE)
})

test('a marked position is not the last plausible one', () => {
  const reported = (seconds: number, place: Point, isMock = false) =>
    positions.report(CAR, OURS, { ...place, recordedAt: at(seconds), isMock }, at(seconds))
  expect(positions.believedOf(CAR)).toBeNull()
  reported(0, HERE)
  reported(5, THERE, true)
  expect(positions.pointOf(CAR)).toEqual(THERE)
  expect(positions.believedOf(CAR)).toEqual({ ...HERE, at: at(0) })
})

test('a stored mark stays until enough fixes are consistent', () => {
  positions.put(CAR, OURS, { ...HERE, at: at(0), judged: { implausible: 'mock', consistent: 0 } })
  expect(positions.believedOf(CAR)).toBeNull()
  const marks = [5, 10, 15, 20, 25].map((seconds) => {
    positions.report(CAR, OURS, { ...HERE, recordedAt: at(seconds) }, at(seconds))
    return positions.of(CAR)?.judged.implausible
  })
  expect(marks).toEqual(['mock', 'mock', 'mock', 'mock', null])
})

test('a phone whose clock is an hour wrong is read by the server’s clock', () => {
  expect(report(0, -3600)).toEqual(at(0))
  expect(report(5, -3595)).toEqual(at(5))
  expect(report(10, -3590)).toEqual(at(10))
})

describe('a first report that is minutes old by the phone’s clock', () => {
  const mark = () => positions.of(CAR)?.judged.implausible
  test('is marked until a fresh one, wherever the car is then', () => {
    report(0, -300)
    expect([mark(), positions.believedOf(CAR)]).toEqual(['old', null])
    report(5, 4, THERE)
    expect([mark(), positions.believedOf(CAR)]).toEqual([null, { ...THERE, at: at(5) }])
  })
  test('is marked while the phone sends what it collected, and no longer', () => {
    const marks = [-300, -250, -200, -150].map((recorded, i) => {
      report(2 * i, recorded)
      return mark()
    })
    expect(marks).toEqual(['old', 'old', 'old', 'old'])
    report(10, 10)
    expect(mark()).toBeNull()
  })
  test('comes from a clock that is wrong when the next one is as old', () => {
    report(0, -3600)
    expect(mark()).toBe('old')
    report(5, -3595, THERE)
    expect(mark()).toBeNull()
  })
  test('replaces no position from another node, and the jump after it is marked', () => {
    const judged = { implausible: null, consistent: 5 }
    positions.put(CAR, OURS, { ...HERE, at: at(-1), judged })
    expect(report(0, -300)).toBeNull()
    expect(positions.of(CAR)).toMatchObject({ at: at(-1), judged })
    expect(report(5, 5, FAR)).toEqual(at(5))
    expect(mark()).toBe('jump')
  })
  test('does not end a mark, and a wrong clock is known from the second report', () => {
    positions.put(CAR, OURS, { ...HERE, at: at(-1), judged: { implausible: 'mock', consistent: 0 } })
    expect([report(0, -300), mark()]).toEqual([null, 'mock'])
    expect([report(5, -295), mark()]).toEqual([at(5), 'mock'])
  })
  test('a minute old, or without a time of its own, is believed', () => {
    report(0, -60)
    expect(mark()).toBeNull()
    positions = new PositionRegistry()
    report(0, null)
    expect(mark()).toBeNull()
  })
})

test.each([-10_800, 10_800])('our clock is stepped by %i s: phones with and without timestamps continue', (step) => {
  for (const isStamped of [true, false]) {
    positions = new PositionRegistry()
    const stamp = (seconds: number) => (isStamped ? seconds : null)
    report(0, stamp(0))
    positions.clockStepped(step)
    expect(positions.of(CAR)?.at).toEqual(at(step))
    expect(report(step + 5, stamp(5), THERE)).toEqual(at(step + 5))
    expect(report(step + 6, stamp(6))).toEqual(at(step + 6))
  }
})

test('positions delayed in a tunnel keep their real age', () => {
  report(0, 0)
  expect(report(600, 10)).toEqual(at(10))
  expect(report(602, 20)).toEqual(at(20))
  expect(report(604, 604)).toEqual(at(604))
})

test('a phone that sets its clock back is accepted again after two minutes', () => {
  report(0, 3600)
  expect(report(5, 5)).toBeNull()
  expect(report(125, 125)).toEqual(at(125))
  expect(report(130, 130)).toEqual(at(130))
})

test.each([
  ['far outside Romania', { lat: 48.85, long: 2.35 }, undefined],
  ['not a number', { lat: Number.NaN, long: 25.5 }, undefined],
  ['not a number', { lat: 45.6, long: Number.NaN }, undefined],
  ['infinite', { lat: Number.POSITIVE_INFINITY, long: 25.5 }, undefined],
  ['less exact than 200 m', HERE, 201],
])('a position that is %s is ignored', (_, place, accuracy) => {
  expect(report(0, 0, place, accuracy)).toBeNull()
  expect(positions.pointOf(CAR)).toBeNull()
})

test('a car over the border in Ruse is still shown', () => {
  expect(report(0, 0, { lat: 43.8485, long: 25.954 })).toEqual(at(0))
})

test('more than one position a second is refused', () => {
  expect(report(0, 0)).toEqual(at(0))
  expect(report(0.9, 0.9)).toBeNull()
  expect(report(1, 1)).toEqual(at(1))
})

test('the zone is looked up with each position, and again when the zones change', () => {
  const ring = [-0.001, 0.001].flatMap((lat) =>
    [-0.001, 0.001].map((long) => ({ lat: HERE.lat + lat, long: HERE.long + long })),
  )
  const [a, b, c, d] = ring
  const centre = { id: asId<ZoneId>(7), ring: [a, b, d, c].filter((corner) => corner !== undefined) }
  positions.setZones(new Map([[OURS, [centre]]]), () => OURS)
  report(0, 0)
  expect(positions.of(CAR)?.zoneId).toBe(7)
  report(5, 5, THERE)
  expect(positions.of(CAR)?.zoneId).toBeNull()
  report(10, 10)
  positions.setZones(new Map([[OURS, [{ ...centre, id: asId<ZoneId>(8) }]]]), () => OURS)
  expect(positions.of(CAR)?.zoneId).toBe(8)
})

test('redrawn zones are looked up again: the own zone, its neighbours, the nearest from outside', () => {
  const box = (id: number, south: number, west: number) => ({
    id: asId<ZoneId>(id),
    ring: [
      { lat: south, long: west },
      { lat: south, long: west + 0.02 },
      { lat: south + 0.02, long: west + 0.02 },
      { lat: south + 0.02, long: west },
    ],
  })
  report(10, 10)
  const outside = { lat: HERE.lat, long: HERE.long + 0.04 }
  expect(positions.nearZonesOf(OURS, HERE)).toEqual([])
  const zones = [box(1, 45.635, 25.58), box(2, 45.655, 25.58), box(3, 45.635, 25.55)]
  positions.setZones(new Map([[OURS, zones]]), () => OURS)
  expect(positions.of(CAR)?.zoneId).toBe(1)
  expect(positions.nearZonesOf(OURS, HERE)).toEqual([2])
  expect(positions.nearZonesOf(OURS, outside)).toEqual([1])
  expect(positions.nearZonesOf(asId<CompanyId>(2), HERE)).toEqual([])
  positions.setZones(new Map([[OURS, [box(3, 45.635, 25.58)]]]), () => OURS)
  expect(positions.of(CAR)?.zoneId).toBe(3)
  expect(positions.nearZonesOf(OURS, HERE)).toEqual([])
})
