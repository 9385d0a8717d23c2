import type { Stand } from '@dispecerat/contract/fleet/stands'
import type { StandOnMap } from '../../map/layers/use-stands-layer.ts'

export type { StandOnMap } from '../../map/layers/use-stands-layer.ts'

export function standOnMap(stand: Stand): StandOnMap {
  const { id, name, lat, long, radius_m: radiusMetres, queue_length: queueLength, is_active: isActive } = stand
  return { id, name, lat, long, radiusMetres, queueLength, isActive }
}
