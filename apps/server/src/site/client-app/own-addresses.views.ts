import type { ClientAddress } from '@dispecerat/contract/site/client-app'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ClientLogin } from '../../platform/http/authenticate.ts'

export const MAX_ADDRESSES = 50

/** Used after `since`, most used first; without the comments, which dispatchers write too. */
export async function addressesOfClient(
  db: Db | Tx,
  { companies: [companyId], ownUserId, clientPhone }: ClientLogin['scope'],
  since: Date,
): Promise<ClientAddress[]> {
  const { rows } = await sql<ClientAddress>`
    select id, name, lat, long, place_id, nullif(bloc, '') as bloc, nullif(scara, '') as scara, reper
    from saved_addresses
    where company_id = ${companyId} and user_id = ${ownUserId} and phone = ${clientPhone} and deleted_at is null
      and last_used_at > ${since}
    order by use_count desc, last_used_at desc, id
    limit ${MAX_ADDRESSES + 1}
  `.execute(db)
  return rows
}
