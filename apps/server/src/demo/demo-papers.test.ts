import { isCui } from '@dispecerat/domain/cui'
import { expect, test } from 'vitest'
import { discountRows } from './demo-discounts.ts'
import { protocolRows } from './demo-protocol.ts'

const now = new Date('2026-07-10T09:00:00Z')

test('the hotel can be billed from the first day, by and to companies whose CUI is sound', () => {
  const { billing_profiles: [seller] = [], protocol_companies: accounts = [] } = protocolRows(now)
  const buyers = accounts.filter(({ legal_name: name }) => name)
  expect(buyers.map(({ contract_no }) => contract_no)).toEqual(['PR-17'])
  for (const party of [seller, ...buyers]) expect(isCui(party?.cui ?? '')).toBe(true)
  expect(new Set(accounts.map((account) => Object.keys(account).sort().join())).size).toBe(1)
})

test('no discount of the demo is granted until somebody switches it on', () => {
  const { discounts = [] } = discountRows({ now })
  expect(discounts.map(({ is_active }) => is_active)).toEqual([false, false])
})
