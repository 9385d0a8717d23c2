import type { Person } from '@dispecerat/contract/office/people'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { asPersonRow, clientRows } from '../people.views.ts'
import type { ClientRecord } from './client-record.store.ts'
import { mayChangeClient } from './client-rules.ts'

/** A client's page in the shape of a person's page: only data that the actor's companies wrote. Fields of an account are empty. */
export async function clientPage(db: Db, actor: Actor, client: ClientRecord, now: Date): Promise<Person | null> {
  const { userId, name, parentAccount, version } = client
  const found = sql`select ${userId}::bigint as id, ${name}::text as name, 1 as place`
  const { rows } = await clientRows(actor.scope, found).execute(db)
  const [row] = rows
  if (!row) return null
  const may = mayChangeClient(actor)
  return {
    ...asPersonRow(row, now),
    version: String(version),
    photo_url: null,
    licence_no: null,
    protocol_parent_user: parentAccount,
    cars: [],
    has_password: false,
    has_two_factor: false,
    is_yourself: false,
    is_super_user: false,
    may: { administer: may === 'administer', note: may !== 'nothing', ban: false },
  }
}
