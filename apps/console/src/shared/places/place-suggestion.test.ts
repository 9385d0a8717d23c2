import { expect, test } from 'vitest'
import { newerSuggestion, olderSuggestion } from './place-suggestion.ts'

const NO_DOOR = { bloc: null, scara: null, reper: null, comment: null }

test('a company’s address brings its door details into the older form as into the newer one', () => {
  const door = { bloc: '4', scara: 'C', reper: 'poarta verde', comment: null }
  const older = olderSuggestion({ place_id: 'int_3', description: 'Depozitul', is_internal: true, ...door })
  const place = { placeId: 'int_3', name: 'Depozitul', is_internal: true, lat: 45.6, lng: 25.5, ...door }
  const newer = newerSuggestion({ ...place, precision: 'place' })
  expect(older).toMatchObject({ ...door, kind: 'internal', name: 'Depozitul', placeId: 'int_3', point: null })
  expect(newer).toMatchObject({ ...door, kind: 'internal', point: { lat: 45.6, long: 25.5 } })
})

test('cached addresses without an id have distinct keys: each choice selects its own', () => {
  const remembered = { placeId: '', is_internal: false, ...NO_DOOR, precision: 'place' as const }
  const [one, other] = [
    newerSuggestion({ ...remembered, name: 'Poarta 3', lat: 45.6, lng: 25.5 }),
    newerSuggestion({ ...remembered, name: 'Poarta 4', lat: 45.7, lng: 25.6 }),
  ]
  expect(one?.key).not.toBe(other?.key)
  expect([one?.placeId, other?.placeId]).toEqual([null, null])
})
