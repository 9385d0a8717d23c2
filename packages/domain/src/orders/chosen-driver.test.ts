import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChosenDriver, isChosenNext, mustAccept, whyNotChosen } from './chosen-driver.ts'

const NOW = new Date('2026-03-09T12:00:00Z')
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000)
const FREE: ChosenDriver = { isActive: true, onShift: true, banUntil: null, isBusy: false, isFinishing: false }

describe('the driver whom a dispatcher names', () => {
  test.each<[string, Partial<ChosenDriver>, string | null]>([
    ['free', {}, null],
    ['with the client in the car', { isBusy: true, isFinishing: true }, null],
    ['on the way to another client', { isBusy: true }, 'driver.busy'],
    ['off duty', { onShift: false }, 'driver.not_on_shift'],
    ['banned for ten more minutes', { banUntil: minutes(10) }, 'driver.is_banned'],
    ['whose ban has ended', { banUntil: minutes(-1) }, null],
    ['deactivated', { isActive: false }, 'driver.is_inactive'],
    ['banned and off duty: the ban is said', { banUntil: minutes(10), onShift: false }, 'driver.is_banned'],
  ])('%s', (_, facts, why) => {
    expect(whyNotChosen({ ...FREE, ...facts }, NOW)).toBe(why)
  })

  test.each([
    [false, false, false],
    [false, true, true],
    [true, false, true],
    [true, true, true],
  ])('of a partner %s, company requires it %s: must accept %s', (isPartner, companyRequires, must) => {
    expect(mustAccept({ isPartner, companyRequires })).toBe(must)
  })

  test('the order comes next exactly for a busy driver who may have it, and any reason refuses it', () => {
    const drivers = fc.record<ChosenDriver>({
      isActive: fc.boolean(),
      onShift: fc.boolean(),
      banUntil: fc.constantFrom(null, minutes(-1), minutes(1)),
      isBusy: fc.boolean(),
      isFinishing: fc.boolean(),
    })
    fc.assert(
      fc.property(drivers, (driver) => {
        const works = driver.isActive && driver.onShift && driver.banUntil?.getTime() !== minutes(1).getTime()
        const hasCapacity = !driver.isBusy || driver.isFinishing
        if (works && hasCapacity) expect(isChosenNext(driver, NOW)).toBe(driver.isBusy)
        else expect(() => isChosenNext(driver, NOW)).toThrow(/^driver\./)
      }),
    )
  })
})
