import type { SearchStep } from '@dispecerat/domain/search-rules'

/** An emptied number is NaN, and a step with one cannot be told in words. */
export function isWhole({ searchSeconds, searchLimit, stagger, banConditions: bans }: SearchStep): boolean {
  const ofBans = [bans.drivers.from, bans.drivers.to, bans.count, bans.resetInterval]
  const ofGroups = stagger ? [stagger.drivers, stagger.seconds] : []
  return [searchSeconds, searchLimit, ...ofBans, ...ofGroups].every(Number.isFinite)
}
