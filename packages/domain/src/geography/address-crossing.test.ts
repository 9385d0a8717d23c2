import { expect, test } from 'vitest'
import { readCrossings } from './address-crossing.ts'

test.each([
  ['Lunga cu Muresenilor', [['Lunga', 'Muresenilor']]],
  ['str. Lungă colț cu bd. Gării', [['str. Lungă', 'bd. Gării']]],
  ['lunga la colt cu garii', [['lunga', 'garii']]],
  ['intersecția dintre Lungă și Gării', [['Lungă', 'Gării']]],
  ['intersectia lunga cu garii', [['lunga', 'garii']]],
  ['lunga/garii', [['lunga', 'garii']]],
  [
    'vârful cu dor cu eftimie murgu',
    [
      ['vârful', 'dor cu eftimie murgu'],
      ['vârful cu dor', 'eftimie murgu'],
    ],
  ],
  ['lunga 12/14', []],
  ['lunga 12/A', []],
  ['cu', []],
  ['strada cucului', []],
  ['', []],
])('%j is read as the crossing %j', (typed, pairs) => {
  expect(readCrossings(typed)).toEqual(pairs)
})
