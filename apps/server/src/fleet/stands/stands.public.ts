import type { Server } from '../../platform/lifecycle/server.ts'
import { findZonesAgain } from './find-zones-again.ts'

/** The taxi stands of a company. Owns stands; their queues belong to the fleet. Records stands_changed, handles zones.drawn_anew. */
export function subscribeStands(server: Server): void {
  server.domainEvents.on('zones.drawn_anew', (tx, { companyId }) => findZonesAgain(tx, companyId))
}
