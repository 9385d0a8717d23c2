import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asId, type StandId } from '../kernel/ids.ts'
import { NO_PLACE, placeAfterRelease, RESERVED_STAND_MS, type Release, type ReservedPlace } from './reserved-place.ts'

const START = Date.parse('2026-03-01T18:00:00Z')
const at = (minutes: number) => new Date(START + minutes * 60_000)
const NOW = at(60)
const atStand = { standId: asId<StandId>(3), arrivedAt: at(5), until: null }
const before: ReservedPlace = { idleFrom: at(0), stand: atStand }

describe('a driver who loses the only order', () => {
  test.each<[Release, ReservedPlace, Date, ReservedPlace]>([
    ['ended', before, NOW, NO_PLACE],
    ['given_back', before, NOW, NO_PLACE],
    ['no_fault', before, at(0), { idleFrom: null, stand: { ...atStand, until: at(70) } }],
    ['no_fault', { ...before, stand: null }, at(0), NO_PLACE],
    // Nothing is known from before, e.g. the acceptance was handled by a server of an earlier version.
    ['no_fault', NO_PLACE, NOW, NO_PLACE],
  ])('%s: idle and reserved as expected', (release, reserved, idleFrom, left) => {
    expect(placeAfterRelease({ release, reserved, hasOther: false, onShift: true }, NOW)).toEqual({
      idleFrom,
      reserved: left,
    })
  })
})

describe('a driver with another order', () => {
  test('keeps the place from before both when the first one dies without fault', () => {
    const first = placeAfterRelease({ release: 'no_fault', reserved: before, hasOther: true, onShift: true }, at(30))
    expect(first).toEqual({ idleFrom: null, reserved: before })
    const both = { release: 'no_fault', reserved: first.reserved, hasOther: false, onShift: true } as const
    expect(placeAfterRelease(both, NOW).idleFrom).toEqual(at(0))
  })

  test.each(['ended', 'given_back'] as const)('waits from the moment when the first one was %s', (release) => {
    const first = placeAfterRelease({ release, reserved: before, hasOther: true, onShift: true }, at(30))
    const both = { release: 'no_fault', reserved: first.reserved, hasOther: false, onShift: true } as const
    expect(placeAfterRelease(both, NOW)).toEqual({ idleFrom: at(30), reserved: NO_PLACE })
  })
})

test('a driver off duty has no place', () => {
  const released = { release: 'no_fault', reserved: before, hasOther: false, onShift: false } as const
  expect(placeAfterRelease(released, NOW)).toEqual({ idleFrom: null, reserved: NO_PLACE })
})

/** Plain reference: walks back through the releases to the last one by which the driver's waiting begins anew. */
function waitsSince(releases: readonly { release: Release; at: Date }[], idleBefore: Date): Date {
  const last = releases.findLast(({ release }) => release !== 'no_fault')
  return last?.at ?? idleBefore
}

test('after any releases of two overlapping orders the driver waits since the last one that was at fault or paid', () => {
  const release = fc.constantFrom<Release>('ended', 'given_back', 'no_fault')
  fc.assert(
    fc.property(fc.array(release, { minLength: 1, maxLength: 6 }), (kinds) => {
      const releases = kinds.map((kind, i) => ({ release: kind, at: at(10 + i) }))
      let reserved = before
      let idleFrom: Date | null = null
      for (const [i, one] of releases.entries()) {
        // The next order was always accepted before this one was lost, except behind the last.
        const hasOther = i < releases.length - 1
        const after = placeAfterRelease({ release: one.release, reserved, hasOther, onShift: true }, one.at)
        reserved = after.reserved
        idleFrom = after.idleFrom
        expect(idleFrom === null).toBe(hasOther)
      }
      expect(idleFrom).toEqual(waitsSince(releases, at(0)))
      const isUntouched = kinds.every((kind) => kind === 'no_fault')
      const until = new Date((releases.at(-1)?.at.getTime() ?? 0) + RESERVED_STAND_MS)
      expect(reserved).toEqual(isUntouched ? { idleFrom: null, stand: { ...atStand, until } } : NO_PLACE)
    }),
  )
})
