import type { Stand } from '@dispecerat/contract/fleet/stands'
import { expect, test } from 'vitest'
import { changesTo, draftOf, isDirty, movedTo, newDraft, placeOf, readDegrees, toNewStand } from './stand-draft.ts'

const GARA: Stand = {
  id: 7,
  company_id: 1,
  name: 'Gara',
  lat: 45.66,
  long: 25.61,
  radius_m: 100,
  polygon_id: null,
  capacity: null,
  is_active: true,
  queue_length: 3,
}

test.each([
  ['45.66', 45.66],
  [' 45,66 ', 45.66],
  ['-5', -5],
  ['', null],
  ['  ', null],
  ['nord', null],
  ['91', null],
  ['45.6.6', null],
])('a latitude typed as "%s"', (typed, degrees) => expect(readDegrees(typed, 90)).toBe(degrees))

test('a draft is unsaved exactly while it differs from the stand', () => {
  const draft = draftOf(GARA)
  expect(isDirty(draft, GARA)).toBe(false)
  expect(isDirty(draft, { ...GARA, queue_length: 9 })).toBe(false)
  expect(isDirty({ ...draft, radiusMetres: 110 }, GARA)).toBe(true)
  expect(isDirty(movedTo(draft, { lat: 45.67, long: 25.61 }), GARA)).toBe(true)
  expect(isDirty(newDraft(1), undefined)).toBe(false)
  expect(isDirty({ ...newDraft(1), name: 'G' }, undefined)).toBe(true)
})

test('only changed fields are sent; a new stand is sent entirely', () => {
  const draft = { ...draftOf(GARA), name: 'Gara Mare', lat: '45,67' }
  const place = placeOf(draft)
  if (!place) throw new Error('no place')
  expect(changesTo(draft, place, GARA)).toEqual({ name: 'Gara Mare', lat: 45.67 })
  expect(toNewStand({ ...newDraft(null), name: 'Noua' }, place)).toEqual({
    name: 'Noua',
    lat: 45.67,
    long: 25.61,
    radius_m: 100,
    capacity: null,
    is_active: true,
  })
  expect(placeOf(newDraft(1))).toBeNull()
})
