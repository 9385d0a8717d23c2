import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VirtualClock } from './virtual-clock.ts'

test('appointments run in time order, equal ones in the order of creation', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (instants) => {
      const clock = new VirtualClock(0)
      const ran: { at: number; i: number }[] = []
      instants.forEach((at, i) => {
        clock.at(at, () => ran.push({ at: clock.now, i }))
      })
      while (clock.step());
      const wanted = instants.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at || a.i - b.i)
      expect(ran).toEqual(wanted)
    }),
  )
})

test('an appointment may create others; one in the past runs at once', () => {
  const clock = new VirtualClock(100)
  const log: [string, number][] = []
  clock.at(200, () => {
    log.push(['first', clock.now])
    clock.at(150, () => log.push(['late', clock.now]))
  })
  clock.at(201, () => log.push(['second', clock.now]))
  while (clock.step());
  expect(log).toEqual([
    ['first', 200],
    ['late', 200],
    ['second', 201],
  ])
})
