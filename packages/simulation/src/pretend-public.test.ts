import { expect, test } from 'vitest'
import { aPretendRing, secondsToNextRing, type Townsfolk } from './pretend-public.ts'
import { seededRandom } from './seeded-random.ts'

const FOLK: Townsfolk = {
  regulars: [
    { phone: '+40700300301', name: 'Maria Pop', addresses: ['Strada Lungă 12', 'Gara'] },
    { phone: '+40700300302', name: null, addresses: ['Bulevardul Griviței 3'] },
  ],
  addresses: ['Strada Lungă 12', 'Gara', 'Bulevardul Griviței 3', 'Piața Sfatului'],
  testNumbers: ['+40000000001', '+40000000002'],
}

function rings(seed: number, count: number, folk = FOLK) {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => aPretendRing(folk, random))
}

test('the same seed gives the same callers in the same order', () => {
  expect(rings(3, 20)).toEqual(rings(3, 20))
  expect(rings(3, 20)).not.toEqual(rings(4, 20))
})

test('regulars call most, usually from an address of their own; unknown callers sometimes, test numbers rarely', () => {
  const all = rings(1, 2000)
  const share = (who: string) => all.filter((ring) => ring.who === who).length / all.length
  expect(share('regular')).toBeCloseTo(0.75, 1)
  expect(share('stranger')).toBeCloseTo(0.23, 1)
  expect(share('test')).toBeGreaterThan(0)
  expect(share('test')).toBeLessThan(0.05)
  for (const { who, phone, name } of all) {
    const regular = FOLK.regulars.find((one) => one.phone === phone)
    expect(regular !== undefined).toBe(who === 'regular')
    expect(name).toBe(regular?.name ?? null)
    expect(FOLK.testNumbers.includes(phone)).toBe(who === 'test')
  }
  const maria = all.filter(({ phone }) => phone === '+40700300301')
  expect(maria.filter(({ wish }) => wish.pickup === 'Strada Lungă 12').length / maria.length).toBeGreaterThan(0.6)
})

test('every caller has a plausible request, patience and voice, and no pickup equals its destination', () => {
  for (const { wish, behaviour, hertz } of rings(7, 500)) {
    expect(wish.destination).not.toBe(wish.pickup)
    expect(behaviour.patienceSeconds).toBeGreaterThanOrEqual(20)
    expect(behaviour.patienceSeconds).toBeLessThanOrEqual(90)
    expect(behaviour.talkSeconds).toBeGreaterThanOrEqual(15)
    expect(behaviour.talkSeconds).toBeLessThanOrEqual(60)
    expect(hertz).toBeGreaterThanOrEqual(320)
    expect(hertz).toBeLessThanOrEqual(800)
  }
})

test('a company without regulars is called by unknown callers', () => {
  const [ring] = rings(1, 1, { regulars: [], addresses: [], testNumbers: [] })
  expect(ring).toMatchObject({ who: 'stranger', name: null, wish: { destination: null } })
})

test('twenty an hour is one in three minutes on average; zero an hour is none', () => {
  const random = seededRandom(5)
  const gaps = Array.from({ length: 4000 }, () => secondsToNextRing(20, random) ?? 0)
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeCloseTo(180, -1.3)
  expect(secondsToNextRing(0, random)).toBeNull()
})
