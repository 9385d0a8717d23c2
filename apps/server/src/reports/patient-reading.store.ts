import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Slots } from '../db/slots.ts'

/** A year of a big company takes longer than a desk's question may. */
const SECONDS = 30
/** The rest of the pool belongs to the desks. */
const readings = new Slots(2)

/** Reads sums of a year: one snapshot, more time and more memory than a desk's question, two at once. */
export async function readPatiently<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  const release = await readings.take()
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql.raw(`set local statement_timeout = '${SECONDS}s'`).execute(tx)
        await sql`set local work_mem = '96MB'`.execute(tx)
        return read(tx)
      })
  } finally {
    release()
  }
}
