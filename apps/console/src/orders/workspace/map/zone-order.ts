import type { readZoneStatistics } from '@dispecerat/contract/geography/zones'
import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { ZoneSupply } from '@dispecerat/contract/orders/supply'

export type ZoneCount = ReplyOf<typeof readZoneStatistics>[number]
export const ZONE_ORDERS = ['name', 'need'] as const
export type ZoneOrder = (typeof ZONE_ORDERS)[number]

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'ro', { numeric: true })

/** By need: zones without free drivers first, and among equals those with the most busy ones. */
export function inOrder(zones: readonly ZoneCount[], order: ZoneOrder): ZoneCount[] {
  if (order === 'name') return zones.toSorted(byName)
  return zones.toSorted((a, b) => a.freeDrivers - b.freeDrivers || b.busyDrivers - a.busyDrivers || byName(a, b))
}

/** By need: the largest expected shortage first, then the most waiting orders, then the fewest free drivers. */
export function soonInOrder(zones: readonly ZoneSupply[], order: ZoneOrder): ZoneSupply[] {
  if (order === 'name') return zones.toSorted(byName)
  const free = (zone: ZoneSupply) => zone.free_now + zone.free_soon
  return zones.toSorted((a, b) => b.shortage - a.shortage || b.waiting - a.waiting || free(a) - free(b) || byName(a, b))
}

/** Ignores case and diacritics: 'sacele' finds 'Săcele'. */
export function named<Zone extends { name: string }>(zones: readonly Zone[], sought: string): Zone[] {
  const text = folded(sought.trim())
  return zones.filter(({ name }) => folded(name).includes(text))
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
