import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metresBetween, type Point } from '../kernel/geo.ts'
import { asId, type DriverId } from '../kernel/ids.ts'
import { type Found, PositionGrid } from './position-grid.ts'

/** Points close together, so that cells are shared, and on cell borders, where rounding could go wrong. */
const aCoordinate = (around: number) =>
  fc.oneof(
    fc.double({ min: around - 0.06, max: around + 0.06, noNaN: true }),
    fc.integer({ min: -6, max: 6 }).map((cells) => around + cells * 0.01),
  )
const aPoint: fc.Arbitrary<Point> = fc.record({ lat: aCoordinate(45.65), long: aCoordinate(25.6) })
const aFarPoint: fc.Arbitrary<Point> = fc.record({
  lat: fc.double({ min: 43.5, max: 48.3, noNaN: true }),
  long: fc.double({ min: 20.2, max: 29.8, noNaN: true }),
})
const aDriverId = fc.integer({ min: 1, max: 40 }).map((id) => asId<DriverId>(id))
const aMove = fc.record({ driverId: aDriverId, to: fc.option(fc.oneof(aPoint, aFarPoint), { freq: 5 }) })

function scan(drivers: ReadonlyMap<DriverId, Point>, from: Point, maxMetres: number): Found[] {
  return [...drivers]
    .map(([driverId, point]) => ({ driverId, metres: metresBetween(from, point) }))
    .filter(({ metres }) => metres <= maxMetres)
    .sort((a, b) => a.metres - b.metres || a.driverId - b.driverId)
}

test('after any moves the grid finds what a full scan finds', () => {
  fc.assert(
    fc.property(
      fc.array(aMove, { maxLength: 120 }),
      fc.oneof(aPoint, aFarPoint),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(0, 300, 3_000, 60_000, 1_000_000),
      (moves, from, max, maxMetres) => {
        const grid = new PositionGrid()
        const drivers = new Map<DriverId, Point>()
        for (const { driverId, to } of moves) {
          if (to === null) expect(grid.remove(driverId)).toBe(drivers.delete(driverId))
          else {
            grid.upsert(driverId, to)
            drivers.set(driverId, to)
          }
        }
        const all = scan(drivers, from, maxMetres)
        const isEven = (id: DriverId) => id % 2 === 0
        expect(grid.size).toBe(drivers.size)
        expect(grid.within(from, maxMetres)).toEqual(all)
        expect(grid.nearest(from, max, maxMetres)).toEqual(all.slice(0, max))
        expect(grid.nearest(from, max, maxMetres, isEven)).toEqual(all.filter((f) => isEven(f.driverId)).slice(0, max))
      },
    ),
    { numRuns: 300 },
  )
})

test('thousands of drivers outgrow the first arrays and are all still found', () => {
  const grid = new PositionGrid()
  const drivers = new Map<DriverId, Point>()
  for (let id = 1; id <= 5_000; id++) {
    const point = { lat: 45.5 + ((id * 7919) % 3000) / 10_000, long: 25.4 + ((id * 104_729) % 4000) / 10_000 }
    drivers.set(asId<DriverId>(id), point)
    grid.upsert(asId<DriverId>(id), point)
  }
  const from = { lat: 45.65, long: 25.6 }
  expect(grid.nearest(from, 50, 20_000)).toEqual(scan(drivers, from, 20_000).slice(0, 50))
  expect(grid.within(from, 3_000)).toEqual(scan(drivers, from, 3_000))
})

test('a removed driver is in no answer, and its slot is used again', () => {
  const grid = new PositionGrid()
  const here = { lat: 45.65, long: 25.6 }
  grid.upsert(asId<DriverId>(1), here)
  expect(grid.positionOf(asId<DriverId>(1))).toEqual(here)
  expect(grid.remove(asId<DriverId>(1))).toBe(true)
  expect(grid.remove(asId<DriverId>(1))).toBe(false)
  expect(grid.positionOf(asId<DriverId>(1))).toBe(null)
  grid.upsert(asId<DriverId>(2), here)
  expect(grid.within(here, 10)).toEqual([{ driverId: 2, metres: 0 }])
})
