import type { CompanyId } from '@dispecerat/domain/ids'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import type { Server } from '../server.ts'

/** What lies in zones is found again in this transaction; every node then reads the zones, every console its list. */
export async function emitZonesChanged(server: Server, tx: Tx, companyId: CompanyId, now: Date): Promise<void> {
  await server.domainEvents.emit(tx, 'zones.drawn_anew', { companyId, now })
  await record(tx, [{ event: 'polygons_changed', toCompanies: [companyId], data: {} }], now)
}
