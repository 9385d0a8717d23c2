import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { fromWallTime } from '../text/format.ts'

/** Bucharest wall time → UTC on the wire; an invalid time is sent as typed and refused by the server. */
export function wireOf(wall: string): string {
  const at = fromWallTime(wall)
  return at === null ? wall : toWireTime(at)
}
