import { isCui } from '@dispecerat/domain/identity/cui'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { peopleRows } from './demo-people.ts'
import { protocolRows } from './demo-protocol.ts'
import { discountRows } from './demo-tariffs.ts'

const now = new Date('2026-07-10T09:00:00Z')

test('the hotel can be invoiced from the first day: seller and buyer have valid CUIs', () => {
  const { billing_profiles: [seller] = [], protocol_companies: accounts = [] } = protocolRows(now)
  const buyers = accounts.filter(({ legal_name: name }) => name)
  expect(buyers.map(({ contract_no }) => contract_no)).toEqual(['PR-17'])
  for (const party of [seller, ...buyers]) expect(isCui(party?.cui ?? '')).toBe(true)
  expect(new Set(accounts.map((account) => Object.keys(account).sort().join())).size).toBe(1)
})

test('the discounts of the demo are inactive', () => {
  const { discounts = [] } = discountRows({ now })
  expect(discounts.map(({ is_active }) => is_active)).toEqual([false, false])
})

test('every driver of the demo has documents that are valid for at least a month', () => {
  const rows = peopleRows({ now, random: seededRandom(1), passwordHash: '' })
  const documents = rows.driver_papers ?? []
  expect(documents).toHaveLength(rows.driver_status?.length ?? 0)
  for (const { licence_until, attestation_until } of documents)
    expect([licence_until, attestation_until].every((day) => (day ?? '') > '2026-08-10')).toBe(true)
})
