import { describe, expect, test } from 'vitest'
import type { Role } from '../identity/permissions.ts'
import { FieldErrors } from '../kernel/errors.ts'
import { asId, type UserId } from '../kernel/ids.ts'
import { BAN_PRESETS, type BanInput, banEnd, decideBan, isBanned, mayBan, PERMANENT_BAN } from './ban.ts'

const NOW = new Date('2026-03-01T18:00:00.400Z')
const NOTHING: BanInput = { unit: null, amount: null, forever: false, until: null, reason: '' }

test('each preset ends at its stated time, to the second', () => {
  const hours = BAN_PRESETS.map(
    (preset) => (banEnd(preset, NOW).getTime() - Math.floor(NOW.getTime() / 1000) * 1000) / 3_600_000,
  )
  expect(hours).toEqual([3, 12, 24, 48, 96])
})

test('a permanent ban ends on 1 January 2100, and no ban lasts longer', () => {
  expect(banEnd('forever', NOW)).toEqual(PERMANENT_BAN)
  expect(banEnd({ unit: 'day', amount: 10_000_000 }, NOW)).toEqual(PERMANENT_BAN)
})

test('a ban still holds at its last instant, and not after it', () => {
  const until = new Date('2026-03-01T19:00:00Z')
  expect(isBanned(until, until)).toBe(true)
  expect(isBanned(until, new Date(until.getTime() + 1))).toBe(false)
  expect(isBanned(null, NOW)).toBe(false)
})

test('an empty ban input lifts the ban', () => {
  expect(decideBan(NOTHING, NOW)).toBeNull()
})

test.each<[string, Partial<BanInput>, string]>([
  ['a reason without a length', { reason: 'x' }, 'unit'],
  ['two lengths', { forever: true, unit: 'hour', amount: 3, reason: 'x' }, 'unit'],
  ['an amount of nothing', { amount: 3, reason: 'x' }, 'unit'],
  ['hours without a number', { unit: 'hour', reason: 'x' }, 'amount'],
  ['a time that has passed', { until: new Date('2026-03-01T17:59:59Z'), reason: 'x' }, 'ban_until'],
  ['this very instant', { until: NOW, reason: 'x' }, 'ban_until'],
  ['no reason', { forever: true }, 'reason'],
])('%s is refused at the field %#', (_, input, field) => {
  let thrown: unknown
  try {
    decideBan({ ...NOTHING, ...input }, NOW)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(FieldErrors)
  expect(Object.keys((thrown as FieldErrors).fields)).toContain(field)
})

describe('mayBan by role', () => {
  const BY = asId<UserId>(1)
  const WHOM = asId<UserId>(2)
  const may = (by: Role[], whom: Role[], rest: { isSuperUser?: boolean; self?: boolean } = {}) =>
    mayBan(
      { userId: BY, roles: by },
      { userId: rest.self ? BY : WHOM, roles: whom, isSuperUser: rest.isSuperUser ?? false },
    )

  test.each<[Role, Role, boolean]>([
    ['dispatcher', 'driver', true],
    ['dispatcher', 'dispatcher', false],
    ['dispatcher', 'company', false],
    ['dispatcher', 'company_admin', false],
    ['company_admin', 'driver', true],
    ['company_admin', 'dispatcher', true],
    ['company_admin', 'company', true],
    ['company_admin', 'company_admin', false],
    ['company_admin', 'admin', false],
    ['admin', 'company_admin', true],
    ['admin', 'admin', true],
    ['driver', 'driver', false],
    ['company', 'driver', false],
  ])('%s bans %s: %s', (by, whom, expected) => {
    expect(may([by], [whom])).toBe(expected)
  })

  test('a dispatcher who also drives is a colleague', () => {
    expect(may(['dispatcher'], ['driver', 'dispatcher'])).toBe(false)
  })

  test('nobody may ban themselves or the super user', () => {
    expect(may(['admin'], ['admin'], { self: true })).toBe(false)
    expect(may(['admin'], ['admin', 'dispatcher'], { isSuperUser: true })).toBe(false)
  })
})
