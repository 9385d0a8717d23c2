import { MAX_ZONES } from '@dispecerat/contract/geography/zones'
import { ZONE_LIMITS } from '@dispecerat/domain/geography/zone-ring'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { ZoneId } from '@dispecerat/domain/kernel/ids'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { ZoneRecord } from './zones.store.ts'

/** Returns the zone when the client has seen its current version. Throws `zone.unknown` or `zone.changed_meanwhile`. */
export function requireSeen(zone: ZoneRecord | null, read: ReadVersion): ZoneRecord {
  if (!zone || zone.deletedAt) throw new DomainError('zone.unknown')
  requireFresh(read, zone, 'zone.changed_meanwhile')
  return zone
}

/** Names that differ only in capitals are easily confused on the map. */
export function sameName(a: string, b: string): boolean {
  return a.toLocaleLowerCase('ro') === b.toLocaleLowerCase('ro')
}

export function requireFreeName(drawn: readonly ZoneRecord[], name: string, zoneId?: ZoneId): void {
  if (drawn.some((zone) => zone.zoneId !== zoneId && sameName(zone.name, name))) {
    throw new FieldErrors({ name: ['Există deja o zonă cu acest nume'] })
  }
}

export function requireCapacity(drawn: readonly ZoneRecord[], more: number): void {
  if (drawn.length + more > MAX_ZONES) throw new FieldErrors({ name: [`Cel mult ${MAX_ZONES} de zone`] })
}

/** The name, or the first unused one with a number behind it; shortened where the number would exceed the maximum length. */
export function freeName(taken: readonly string[], name: string): string {
  if (!taken.some((other) => sameName(other, name))) return name
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const numbered = [...name].slice(0, ZONE_LIMITS.nameLetters - end.length).join('') + end
    if (!taken.some((other) => sameName(other, numbered))) return numbered
  }
}
