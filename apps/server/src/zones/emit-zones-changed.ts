import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import type { Server } from '../server.ts'

/** Subscribers look up again in this transaction what lies in the zones; then nodes reload the zones and consoles their lists. */
export async function emitZonesChanged(server: Server, tx: Tx, companyId: CompanyId, now: Date): Promise<void> {
  await server.domainEvents.emit(tx, 'zones.drawn_anew', { companyId, now })
  await record(tx, [{ event: 'polygons_changed', toCompanies: [companyId], data: {} }], now)
}
