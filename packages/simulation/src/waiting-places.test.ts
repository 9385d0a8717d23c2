import { expect, test } from 'vitest'
import { readPlaces, waitingPlace, writePlaces } from './waiting-places.ts'

const GARA = { lat: 45.6608, long: 25.6135 }
const PIATA = { lat: 45.6423, long: 25.5892 }

test('every third driver waits at a stand, in a row; without stands none does', () => {
  const places = Array.from({ length: 10 }, (_, index) => waitingPlace([GARA, PIATA], index))
  expect(places.map((place) => place?.long ?? null)).toEqual([
    GARA.long,
    null,
    null,
    PIATA.long,
    null,
    null,
    GARA.long,
    null,
    null,
    PIATA.long,
  ])
  expect(places[6]?.lat).toBeGreaterThan(GARA.lat)
  expect(waitingPlace([], 0)).toBeNull()
})

test("places round-trip through a command line's text", () => {
  expect(readPlaces(writePlaces([GARA, PIATA]))).toEqual([GARA, PIATA])
  expect(readPlaces('')).toEqual([])
  for (const text of ['gara', '45.6', '95,25', '45,25,3']) expect(() => readPlaces(text)).toThrow('is no place')
})
