import type { Polygon } from '@dispecerat/contract/geography/zones'
import { expect, test } from 'vitest'
import {
  draftOfZone,
  newZone,
  redone,
  redrawn,
  toNewZone,
  undone,
  withMiddle,
  withoutPoint,
  withPoint,
  zoneChanges,
  zoneIsDirty,
} from './zone-draft.ts'

const RING = [
  { lat: 45.6, long: 25.5 },
  { lat: 45.6, long: 25.6 },
  { lat: 45.7, long: 25.6 },
]
const GARA: Polygon = { id: 7, company_id: 1, name: 'Gara', paths: RING, color: null, area_m2: 1, version: 3 }

test('an outline is undone step by step and redone; drawing on clears the redo history', () => {
  let draft = newZone(1)
  for (let n = 1; n <= 3; n++) draft = redrawn(draft, RING.slice(0, n))
  draft = undone(undone(draft))
  expect(draft.ring).toEqual(RING.slice(0, 1))
  expect(redone(redone(redone(draft))).ring).toEqual(RING)
  draft = redrawn(draft, [RING[0], RING[2]] as typeof RING)
  expect(redone(draft)).toBe(draft)
  expect(undone(undone(undone(undone(draft)))).ring).toEqual([])
})

test('a draft is unsaved exactly while it differs from the zone', () => {
  const draft = draftOfZone(GARA)
  expect(zoneIsDirty(draft, GARA)).toBe(false)
  expect(zoneIsDirty(redrawn(draft, [...RING, RING[0]] as typeof RING), GARA)).toBe(false)
  expect(zoneIsDirty({ ...draft, color: '#112233' }, GARA)).toBe(true)
  expect(zoneIsDirty(newZone(1), undefined)).toBe(false)
  expect(zoneIsDirty(redrawn(newZone(1), RING), undefined)).toBe(true)
})

test('only changed fields are sent; a new zone is sent entirely', () => {
  const draft = draftOfZone(GARA)
  expect(zoneChanges({ ...draft, name: 'Gara Mare' }, GARA)).toEqual({ name: 'Gara Mare' })
  const moved = withPoint(RING, 1, { lat: 45.61, long: 25.61 })
  expect(zoneChanges(redrawn(draft, moved), GARA)).toEqual({ paths: moved })
  expect(toNewZone({ ...redrawn(newZone(null), RING), name: 'Noua' })).toEqual({
    name: 'Noua',
    color: null,
    paths: RING,
  })
})

test('corners are added in the middle of a side, the closing one too, and removed', () => {
  expect(withMiddle(RING, 0, true)[1]).toEqual({ lat: 45.6, long: 25.55 })
  expect(withMiddle(RING, 2, true)[3]).toEqual({ lat: 45.65, long: 25.55 })
  expect(withMiddle(RING, 2, false)[3]).toEqual(RING[2])
  expect(withoutPoint(RING, 1)).toEqual([RING[0], RING[2]])
})
