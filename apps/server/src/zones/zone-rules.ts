import { MAX_ZONES } from '@dispecerat/contract/zones'
import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { ZONE_LIMITS } from '@dispecerat/domain/zone-ring'
import type { ZoneRecord } from './zones.store.ts'

/** The version somebody read, from If-Unmodified-Since; undefined = whoever comes last wins. */
export type ReadVersion = string | undefined

/** The zone as it is drawn now, when the caller has seen it so; else `zone.unknown` or `zone.changed_meanwhile`. */
export function requireSeen(zone: ZoneRecord | null, read: ReadVersion): ZoneRecord {
  if (!zone || zone.deletedAt) throw new DomainError('zone.unknown')
  if (read !== undefined && read !== String(zone.version)) {
    throw new DomainError('zone.changed_meanwhile', { version: String(zone.version) })
  }
  return zone
}

/** Names that only differ in capitals would be taken for one another on the map. */
export function sameName(a: string, b: string): boolean {
  return a.toLocaleLowerCase('ro') === b.toLocaleLowerCase('ro')
}

export function requireFreeName(drawn: readonly ZoneRecord[], name: string, zoneId?: number): void {
  if (drawn.some((zone) => zone.zoneId !== zoneId && sameName(zone.name, name))) {
    throw new FieldErrors({ name: ['Există deja o zonă cu acest nume'] })
  }
}

export function requireCapacity(drawn: readonly ZoneRecord[], more: number): void {
  if (drawn.length + more > MAX_ZONES) throw new FieldErrors({ name: [`Cel mult ${MAX_ZONES} de zone`] })
}

/** The name, or the first with a number behind it that nobody has; shortened where the number needs room. */
export function freeName(taken: readonly string[], name: string): string {
  if (!taken.some((other) => sameName(other, name))) return name
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const numbered = [...name].slice(0, ZONE_LIMITS.nameLetters - end.length).join('') + end
    if (!taken.some((other) => sameName(other, numbered))) return numbered
  }
}
