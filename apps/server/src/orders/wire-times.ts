import { toWireTime } from '@dispecerat/domain/kernel/wire-time'

export const wire = toWireTime

export function wireOrNull(instant: Date | null): string | null {
  return instant === null ? null : toWireTime(instant)
}
