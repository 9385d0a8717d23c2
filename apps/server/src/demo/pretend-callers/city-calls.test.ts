import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { TestClock } from '../../testing/test-clock.ts'
import { CityCalls } from './city-calls.ts'

const START = '2026-03-01T20:00:00+02:00'

/** The companies called in each of this many minutes. */
function minutes(city: CityCalls, clock: TestClock, count: number): number[][] {
  return Array.from({ length: count }, () => {
    clock.pass(60)
    return city.due()
  })
}

test('the same seed calls the same companies at the same minutes, whatever the rates of the others', () => {
  const [one, other] = [new TestClock(START), new TestClock(START)]
  const [first, second] = [new CityCalls(one, 7), new CityCalls(other, 7)]
  first.learn(new Map([[asId<CompanyId>(1), asId<CompanyId>(20)]]))
  second.learn(
    new Map([
      [asId<CompanyId>(2), asId<CompanyId>(60)],
      [asId<CompanyId>(1), asId<CompanyId>(20)],
    ]),
  )
  const mine = (all: number[][]) => all.map((companies) => companies.includes(1))
  const hours = mine(minutes(first, one, 300))
  expect(mine(minutes(second, other, 300))).toEqual(hours)
  const rung = hours.filter(Boolean).length
  expect(rung).toBeGreaterThan(60)
  expect(rung).toBeLessThan(120)
})

test('a rate of zero produces no calls; another rate applies from then on', () => {
  const clock = new TestClock(START)
  const city = new CityCalls(clock, 3)
  city.learn(new Map([[asId<CompanyId>(1), asId<CompanyId>(0)]]))
  expect(minutes(city, clock, 120).flat()).toEqual([])
  city.learn(new Map([[asId<CompanyId>(1), asId<CompanyId>(200)]]))
  expect(city.due()).toEqual([])
  expect(minutes(city, clock, 60).flat().length).toBeGreaterThan(30)
  city.learn(new Map())
  expect(minutes(city, clock, 60).flat()).toEqual([])
})
