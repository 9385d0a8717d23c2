import type { Server } from '../server.ts'
import { findZonesAgain } from './find-zones-again.ts'

/**
 * The taxi stands a company draws. Owns stands; the queues at them are the fleet's. Records stands_changed, hears
 * zones.drawn_anew.
 */
export function subscribeStands(server: Server): void {
  server.domainEvents.on('zones.drawn_anew', (tx, { companyId }) => findZonesAgain(tx, companyId))
}
