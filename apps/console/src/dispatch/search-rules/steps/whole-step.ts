import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'

/** An empty number is NaN, and a step with one has no description. */
export function isWhole({ searchSeconds, searchLimit, stagger, banConditions: bans }: SearchStep): boolean {
  const ofBans = [bans.drivers.from, bans.drivers.to, bans.count, bans.resetInterval]
  const ofGroups = stagger ? [stagger.drivers, stagger.seconds] : []
  return [searchSeconds, searchLimit, ...ofBans, ...ofGroups].every(Number.isFinite)
}
