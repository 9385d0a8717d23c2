import { expect, test } from 'vitest'
import type { ChosenPlace } from '../../../shared/places/place-suggestion.ts'
import { emptyPlace } from '../draft/order-draft.ts'
import { chosenOver, isBlank, leftBehind } from './chosen-address.ts'

const NO_DOOR = { bloc: null, scara: null, reper: null, comment: null }
const street: ChosenPlace = { name: 'Strada Lungă, Brașov', lat: 45.65, long: 25.58, placeId: 'gz_7', ...NO_DOOR }
const number: ChosenPlace = { ...street, name: 'Strada Lungă 12, Brașov', placeId: 'gz_7_12' }
const station: ChosenPlace = { ...street, name: 'Gara Brașov', lat: 45.66, placeId: 'gz_77' }
const home: ChosenPlace = { ...street, name: 'Bulevardul Unirii 3', placeId: null, bloc: 'B2', scara: '1' }

/** The form after `first` was chosen, its door details completed, its name typed over and `second` chosen. */
function after(first: ChosenPlace, door: object, second: ChosenPlace, doorMeanwhile: object = {}) {
  const chosen = { ...chosenOver(emptyPlace('a'), first, null), ...door }
  const left = leftBehind(chosen, null)
  const typedOver = { ...chosen, name: second.name.slice(0, 4), point: null, placeId: null, ...doorMeanwhile }
  return chosenOver(typedOver, second, leftBehind(typedOver, left))
}

test('another address keeps no bloc, staircase or note of the one before', () => {
  expect(after(home, { comment: 'interfon 5' }, station)).toMatchObject({
    name: 'Gara Brașov',
    point: { lat: 45.66, long: 25.58 },
    bloc: '',
    scara: '',
    comment: '',
  })
})

test('a number on the same street keeps the door details, another number has its own', () => {
  expect(after(street, { bloc: '4' }, number)).toMatchObject({ placeId: 'gz_7_12', bloc: '4' })
  expect(after(number, { bloc: '4' }, number)).toMatchObject({ bloc: '4' })
  expect(after(number, { bloc: '4' }, { ...number, placeId: 'gz_7_120' })).toMatchObject({ bloc: '' })
})

test('only a row without a name and door details is blank: the next order’s, or a cleared one', () => {
  expect(isBlank(emptyPlace('a'))).toBe(true)
  for (const typed of [{ name: 'L' }, { bloc: '4' }, { comment: 'interfon' }])
    expect(isBlank({ ...emptyPlace('a'), ...typed })).toBe(false)
})

test('door details typed before the new address was chosen stay, but those of the address itself have priority', () => {
  expect(after(home, {}, station, { bloc: '9' })).toMatchObject({ bloc: '9', scara: '' })
  expect(chosenOver({ ...emptyPlace('a'), name: 'gara', bloc: '9' }, station, null)).toMatchObject({ bloc: '9' })
  expect(after(station, { bloc: '9' }, home)).toMatchObject({ bloc: 'B2', scara: '1' })
})
