import { describe, expect, test } from 'vitest'
import { latOf, longOf, worldX, worldY } from '../mercator.ts'
import { CarTracks } from './car-tracks.ts'
import { CAR_STATES, type Car } from './cars.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ALL = new Set(CAR_STATES)
const HOME = { lat: 45.6464, long: 25.627 }
/** Decimals of a degree for `toBeCloseTo`: six are about 11 cm. */
const CLOSE = 6

function car(id: number, over: Partial<Car> = {}): Car {
  return {
    id,
    sign: String(id),
    ...HOME,
    heading: null,
    state: 'free',
    ban: null,
    measuredAt: NOW,
    isSimulated: false,
    ...over,
  }
}
function fleet(...cars: Car[]): Map<number, Car> {
  return new Map(cars.map((one) => [one.id, one]))
}
function drawnAt(tracks: CarTracks, id: number, now: number) {
  const { x, y } = tracks.placeAt(tracks.slotOf(id), now)
  return { lat: latOf(y), long: longOf(x) }
}

describe('cars glide from report to report', () => {
  test('a new car is drawn where it is reported', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1)), NOW, true)
    expect(drawnAt(tracks, 1, NOW).lat).toBeCloseTo(HOME.lat, CLOSE)
    expect(drawnAt(tracks, 1, NOW).long).toBeCloseTo(HOME.long, CLOSE)
  })

  test('after half the time between two reports a car is half way, and it stops at the reported position', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1)), NOW, true)
    tracks.take(fleet(car(1, { long: 25.628, measuredAt: NOW + 4000 })), NOW + 4000, true)
    expect(drawnAt(tracks, 1, NOW + 4000).long).toBeCloseTo(25.627, CLOSE)
    expect(drawnAt(tracks, 1, NOW + 6000).long).toBeCloseTo(25.6275, CLOSE)
    expect(drawnAt(tracks, 1, NOW + 60_000).long).toBeCloseTo(25.628, CLOSE)
  })

  test('a report during a movement turns the car from where it is drawn', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1)), NOW, true)
    tracks.take(fleet(car(1, { long: 25.628, measuredAt: NOW + 2000 })), NOW + 2000, true)
    tracks.take(fleet(car(1, { long: 25.628, lat: 45.647, measuredAt: NOW + 3000 })), NOW + 3000, true)
    expect(drawnAt(tracks, 1, NOW + 3000).long).toBeCloseTo(25.6275, CLOSE)
  })

  test('a change of state during a movement does not stop the car', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1)), NOW, true)
    const onItsWay = car(1, { long: 25.628, measuredAt: NOW + 2000 })
    tracks.take(fleet(onItsWay), NOW + 2000, true)
    expect(tracks.take(fleet({ ...onItsWay, state: 'busy' }), NOW + 3000, true)).toBe(true)
    expect(drawnAt(tracks, 1, NOW + 3000).long).toBeCloseTo(25.6275, CLOSE)
    expect(drawnAt(tracks, 1, NOW + 4000).long).toBeCloseTo(25.628, CLOSE)
  })

  test('no car lags more than six seconds behind, and a jump of kilometres is not animated', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1), car(2)), NOW, true)
    const later = NOW + 25_000
    tracks.take(
      fleet(car(1, { long: 25.63, measuredAt: later }), car(2, { long: 25.8, measuredAt: later })),
      later,
      true,
    )
    expect(drawnAt(tracks, 2, later).long).toBeCloseTo(25.8, CLOSE)
    expect(drawnAt(tracks, 1, later + 6000).long).toBeCloseTo(25.63, CLOSE)
    expect(drawnAt(tracks, 1, later + 3000).long).toBeCloseTo(25.6285, CLOSE)
  })

  test('with reduced motion cars jump', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1)), NOW, false)
    tracks.take(fleet(car(1, { long: 25.628, measuredAt: NOW + 4000 })), NOW + 4000, false)
    expect(drawnAt(tracks, 1, NOW + 4000).long).toBeCloseTo(25.628, CLOSE)
  })

  test('hours later the movement is as smooth as at the start', () => {
    const tracks = new CarTracks(NOW)
    const evening = NOW + 9 * 3_600_000
    tracks.take(fleet(car(1)), NOW, true)
    tracks.take(fleet(car(1, { long: 25.628, measuredAt: evening })), evening, true)
    expect(drawnAt(tracks, 1, evening + 3000).long).toBeCloseTo(25.6275, CLOSE)
    expect(tracks.numbers[6]).toBeCloseTo(0, 3)
  })
})

describe('queries of the map', () => {
  test('the slot of a removed car is used by the next one', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1), car(2)), NOW, true)
    expect(tracks.take(fleet(car(2)), NOW, true)).toBe(true)
    expect(tracks.slotOf(1)).toBe(-1)
    tracks.take(fleet(car(2), car(3)), NOW, true)
    expect(tracks.slots).toBe(2)
    expect(tracks.carAt(tracks.slotOf(3))?.sign).toBe('3')
  })

  test('unchanged cars need no redraw', () => {
    const tracks = new CarTracks(NOW)
    const cars = fleet(car(1))
    tracks.take(cars, NOW, true)
    expect(tracks.take(cars, NOW + 1000, true)).toBe(false)
  })

  test('a click finds the nearest car that is shown', () => {
    const tracks = new CarTracks(NOW)
    tracks.take(fleet(car(1), car(2, { long: 25.6271, state: 'busy' })), NOW, true)
    const at = { x: worldX(25.6271), y: worldY(HOME.lat) }
    const within = worldX(0.001) - worldX(0)
    expect(tracks.carAt(tracks.nearest(at, within, ALL, NOW))?.id).toBe(2)
    expect(tracks.carAt(tracks.nearest(at, within, new Set(['free']), NOW))?.id).toBe(1)
    expect(tracks.nearest({ x: worldX(26), y: at.y }, within, ALL, NOW)).toBe(-1)
  })

  test('no frames are drawn while no car in view moves', () => {
    const tracks = new CarTracks(NOW)
    const romania = { west: worldX(20), east: worldX(30), north: worldY(49), south: worldY(43) }
    const elsewhere = { west: worldX(20), east: worldX(21), north: worldY(49), south: worldY(48) }
    tracks.take(fleet(car(1)), NOW, true)
    expect(tracks.fastest(romania, NOW)).toBe(0)
    tracks.take(fleet(car(1, { long: 25.628, measuredAt: NOW + 4000 })), NOW + 4000, true)
    expect(tracks.fastest(romania, NOW + 5000)).toBeCloseTo(worldX(0.001 / 4) - worldX(0), 10)
    expect(tracks.fastest(elsewhere, NOW + 5000)).toBe(0)
    expect(tracks.fastest(romania, NOW + 9000)).toBe(0)
  })
})
