import { expect, test } from 'vitest'
import { snapTo } from './snap.ts'

const SQUARE = [
  { lat: 45.6, long: 25.5 },
  { lat: 45.6, long: 25.6 },
  { lat: 45.7, long: 25.6 },
  { lat: 45.7, long: 25.5 },
]
const REACH = { lat: 0.001, long: 0.0014 }

test('near a corner the snap target is that corner with all its decimals', () => {
  expect(snapTo({ lat: 45.6004, long: 25.5009 }, [SQUARE], REACH)).toEqual({ lat: 45.6, long: 25.5 })
})

test('near a side the snap target is the foot of the perpendicular, on the closing side too', () => {
  expect(snapTo({ lat: 45.6005, long: 25.55 }, [SQUARE], REACH)).toEqual({ lat: 45.6, long: 25.55 })
  expect(snapTo({ lat: 45.65, long: 25.4995 }, [SQUARE], REACH)).toEqual({ lat: 45.65, long: 25.5 })
})

test('the nearer of two targets wins; out of reach there is none', () => {
  const other = SQUARE.map(({ lat, long }) => ({ lat: lat + 0.0008, long }))
  expect(snapTo({ lat: 45.6006, long: 25.5001 }, [SQUARE, other], REACH)).toEqual(other[0])
  expect(snapTo({ lat: 45.65, long: 25.55 }, [SQUARE, other], REACH)).toBeNull()
  expect(snapTo({ lat: 45.65, long: 25.55 }, [[]], REACH)).toBeNull()
})
