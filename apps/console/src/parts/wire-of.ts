import { toWireTime } from '@dispecerat/domain/wire-time'
import { fromWallTime } from '../text/format.ts'

/** Bucharest wall time → UTC on the wire; what is no time goes as typed and is refused there. */
export function wireOf(wall: string): string {
  const at = fromWallTime(wall)
  return at === null ? wall : toWireTime(at)
}
