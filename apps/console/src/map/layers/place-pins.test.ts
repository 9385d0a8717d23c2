import { expect, test } from 'vitest'
import { placePins } from './use-pins.ts'

const place = (name: string) => ({ name, lat: 45.64, long: 25.58 })

test('a place without coordinates has no pin, and the others keep their letters', () => {
  expect(placePins([place('Gara'), null, place('Spital')]).map(({ letter, title }) => letter + title)).toEqual([
    'AGara',
    'CSpital',
  ])
})

test('the hundredth address has its own letters too', () => {
  expect(
    placePins(Array.from({ length: 100 }, () => place('')))
      .map(({ letter }) => letter)
      .slice(24, 28),
  ).toEqual(['Y', 'Z', 'AA', 'AB'])
})
