import { expect, test } from 'vitest'
import { placeIdOf, readPlaceId } from './place-ids.ts'

test.each([
  { id: 7, house: null, bloc: null, scara: null },
  { id: 230998251936009, house: { number: 12, suffix: '' }, bloc: null, scara: null },
  { id: 7, house: { number: 12, suffix: 'a' }, bloc: '30', scara: 'b' },
  { id: 7, house: { number: 1, suffix: 'bis' }, bloc: null, scara: null },
  { id: 7, house: null, bloc: 's22', scara: null },
  { id: 7, crosses: 230998251936009, house: null, bloc: null, scara: null },
])('a place is found again by its id (%#)', (place) => {
  expect(readPlaceId(placeIdOf(place))).toEqual(place)
})

test.each(['', 'gz_', 'int_5', 'gz_abc', 'gz_7_', 'gz_1_2_3', "gz_1' or 1=1", 'ChIJ-6QFsAUoOkcRMHxpmgSqYvE'])(
  '%j is an id of another provider',
  (placeId) => {
    expect(readPlaceId(placeId)).toBeNull()
  },
)
