import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'

/** Subscribers look up again in this transaction what lies in the zones; then nodes reload the zones and consoles their lists. */
export async function emitZonesChanged(server: Server, tx: Tx, companyId: CompanyId, now: Date): Promise<void> {
  await server.domainEvents.emit(tx, 'zones.drawn_anew', { companyId, now })
  await record(tx, [{ event: 'polygons_changed', toCompanies: [companyId], data: {} }], now)
}
