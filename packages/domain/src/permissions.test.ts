import { expect, test } from 'vitest'
import { permissionsOf, rolesMay } from './permissions.ts'

test('only the owning roles touch the search rules', () => {
  expect(rolesMay(['dispatcher'], 'search_rules.edit')).toBe(false)
  expect(rolesMay(['company_admin'], 'search_rules.edit')).toBe(true)
})

test('a driver works, and does not read other people’s orders', () => {
  expect(rolesMay(['driver'], 'driver.work')).toBe(true)
  expect(rolesMay(['driver'], 'orders.read')).toBe(false)
  expect(rolesMay(['admin'], 'driver.work')).toBe(false)
})

test('several roles add up', () => {
  const words = permissionsOf(['driver', 'dispatcher'])
  expect(words).toContain('driver.work')
  expect(words).toContain('orders.place')
})

test('who has no role may nothing', () => {
  expect(permissionsOf([])).toEqual([])
})
