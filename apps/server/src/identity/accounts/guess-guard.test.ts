import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { TooManyRequests } from '../../platform/http/problem.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { GuessDelays } from './guess-delays.ts'
import { GuessGuard } from './guess-guard.ts'

const AT = '2026-03-01T20:00:00+02:00'
const USER = asId<UserId>(7)

/** Guards whose checks return right or wrong without the cost of hashing. */
function aGuard({ trustsLoopback = false } = {}) {
  const clock = new TestClock(AT)
  const guard = new GuessGuard(clock, trustsLoopback)
  let user = 0
  /** 'right', 'wrong', or the seconds to wait. */
  const guess = async (address: string, isRight: boolean, { device = null as number | null } = {}) => {
    user += 1
    const check = async () => {
      if (!isRight) throw new DomainError('account.code_wrong')
    }
    try {
      await guard.ofLogIn(`om${user}@proba.ro`, address, device).watchCode(asId<UserId>(user), check)
      return 'right'
    } catch (error) {
      return error instanceof TooManyRequests ? error.retryAfterSeconds : 'wrong'
    }
  }
  return { clock, guard, guess }
}

test('the delay doubles with each wrong guess from 30 s to a quarter of an hour, and is reset a day later', () => {
  const clock = new TestClock(AT)
  const delays = new GuessDelays(clock)
  const delay = () => {
    try {
      delays.requireCapacity('account')
      return 0
    } catch (error) {
      return error instanceof TooManyRequests ? error.retryAfterSeconds : Number.NaN
    }
  }
  const waited = Array.from({ length: 12 }, () => {
    delays.take('account')
    const seconds = delay()
    clock.pass(seconds)
    return seconds
  })
  expect(waited).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900])
  clock.pass(24 * 3600 + 1)
  delays.take('account')
  expect(delay()).toBe(0)
})

test.each([-3, 3])(
  'the clock is set by %i hours: after five wrong guesses the delay is 30 s, neither longer nor shorter',
  (hours) => {
    const clock = new TestClock(AT)
    const delays = new GuessDelays(clock)
    for (let n = 0; n < 5; n++) delays.take('account')
    clock.step(hours * 3600)
    clock.pass(29)
    expect(() => delays.requireCapacity('account')).toThrow(TooManyRequests)
    clock.pass(1)
    expect(() => delays.requireCapacity('account')).not.toThrow()
  },
)

test('a right guess is taken back without hiding a concurrent wrong one', () => {
  const delays = new GuessDelays(new TestClock(AT))
  for (let n = 0; n < 3; n++) delays.take('account')
  const takeBack = delays.take('account')
  delays.take('account')
  takeBack()
  expect(() => delays.requireCapacity('account')).not.toThrow()
  delays.take('account')
  expect(() => delays.requireCapacity('account')).toThrow(TooManyRequests)
})

test('five wrong guesses of one /64 delay it, and no other /64 of its /48', async () => {
  const { guess } = aGuard()
  for (let n = 1; n <= 5; n++) expect(await guess(`2001:db8:0:7::${n}`, false)).toBe('wrong')
  expect(await guess('2001:db8:0:7:ffff::1', true)).toBe(20)
  expect(await guess('2001:db8:0:8::1', true)).toBe('right')
})

test.each([
  ['a /24', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
  ['a /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
])(
  'two hundred wrong guesses of as many addresses of %s block it for a quarter of an hour',
  async (_, of, elsewhere) => {
    const { guess, clock } = aGuard()
    for (let n = 1; n <= 200; n++) expect(await guess(of(n), false)).toBe('wrong')
    expect(await guess(of(250), true)).toBe(900)
    expect(await guess(elsewhere, true)).toBe('right')
    expect(await guess(of(250), true, { device: 1 })).toBe('right')
    clock.pass(900)
    expect(await guess(of(250), true)).toBe('right')
  },
)

test('right guesses never count: a thousand behind one address log in', async () => {
  const { guess } = aGuard()
  for (let n = 0; n < 1000; n++) expect(await guess('203.0.113.7', true)).toBe('right')
})

test('wrong codes of an attacker who knows the password do not delay a known device, but its own wrong codes do', async () => {
  const { guard } = aGuard({ trustsLoopback: true })
  const wrong = (device: number | null) =>
    guard.ofLogIn('ana@proba.ro', '127.0.0.1', device).watchCode(USER, async () => {
      throw new DomainError('account.code_wrong')
    })
  for (let n = 0; n < 10; n++) await expect(wrong(null)).rejects.toThrow(DomainError)
  await expect(wrong(null)).rejects.toThrow(TooManyRequests)
  for (let n = 0; n < 10; n++) await expect(wrong(1)).rejects.toThrow(DomainError)
  await expect(wrong(1)).rejects.toThrow(TooManyRequests)
  await expect(wrong(2)).rejects.toThrow(DomainError)
})
