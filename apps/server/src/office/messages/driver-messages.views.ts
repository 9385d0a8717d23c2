import type { MessageView } from '@dispecerat/contract/office/messages'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { Db } from '../../platform/db/database.ts'
import { messagePage, type PageOf } from './messages.views.ts'

/** Messages between the driver and their company, newest first. */
export async function driverMessagePage(
  db: Db,
  driverId: DriverId,
  page: PageOf,
): Promise<{ data: MessageView[]; total: number }> {
  const row = await db
    .selectFrom('conversations')
    .innerJoin('driver_status', (join) =>
      join
        .onRef('driver_status.driver_id', '=', 'conversations.interlocutor_id')
        .onRef('driver_status.company_id', '=', 'conversations.company_id'),
    )
    .select('conversations.id')
    .where('conversations.interlocutor_id', '=', driverId)
    .executeTakeFirst()
  return row ? messagePage(db, row.id, null, page) : { data: [], total: 0 }
}
