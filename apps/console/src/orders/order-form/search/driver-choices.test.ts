import type { DriverCard } from '@dispecerat/contract/orders/company-dispatch'
import { expect, test } from 'vitest'
import { driverChoices, matching } from './driver-choices.ts'

const NOW = Date.parse('2026-03-01T18:00:00Z')
const PICKUP = { lat: 45.64, long: 25.59 }

function card(sign: string, over: Partial<DriverCard> = {}): DriverCard {
  return {
    id: Number(sign),
    identifier: sign,
    name: 'Ion Pop',
    phone: null,
    email: null,
    balance: 0,
    balance_is_low: false,
    is_busy: false,
    is_paused: false,
    is_online: true,
    high_priority: false,
    ban_until: null,
    ban_reason: null,
    default_car: { indicativ: sign, number: `BV ${sign}`, make: null, model: null, color: null },
    current_location: [PICKUP.long, PICKUP.lat + Number(sign) / 10_000],
    lat: PICKUP.lat + Number(sign) / 10_000,
    lng: PICKUP.long,
    current_polygon_id: null,
    implausible_position: null,
    ...over,
  }
}

const signs = (choices: { sign: string }[]) => choices.map(({ sign }) => sign)

test('drivers are sorted by availability: free and near, then busy, paused, offline, banned', () => {
  const cards = [
    card('5', { ban_until: '2026-03-01 19:00:00' }),
    card('4', { is_online: false }),
    card('3', { is_paused: true }),
    card('2', { is_busy: true }),
    card('9'),
    card('1'),
    card('8', { current_location: null }),
  ]
  const choices = driverChoices(cards, PICKUP, NOW)
  expect(signs(choices)).toEqual(['1', '9', '8', '2', '3', '4', '5'])
  expect(choices[0]?.metres).toBeCloseTo(11.1, 0)
  expect(choices.find(({ sign }) => sign === '8')?.metres).toBeNull()
})

test('a driver with an implausible position has no distance', () => {
  const [choice] = driverChoices([card('5', { implausible_position: 'jump' })], PICKUP, NOW)
  expect(choice?.metres).toBeNull()
})

test('an expired ban does not count; without a pickup there is no distance', () => {
  const [choice] = driverChoices([card('5', { ban_until: '2026-03-01 17:00:00' })], null, NOW)
  expect(choice).toMatchObject({ state: 'free', metres: null })
})

test('typing finds the exact call sign first, then prefixes, then names without their diacritics', () => {
  const cards = [card('110'), card('11'), card('211'), card('3', { name: 'Ștefan Țepeș' }), card('1')]
  const choices = driverChoices(cards, PICKUP, NOW)
  expect(signs(matching(choices, '11'))).toEqual(['11', '110'])
  expect(signs(matching(choices, 'stefan t'))).toEqual(['3'])
  expect(signs(matching(choices, '  '))).toHaveLength(5)
  expect(matching(choices, 'nimeni')).toEqual([])
})
