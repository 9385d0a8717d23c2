import { tokenOfReset } from '../apps/server/src/identity/accounts/reset-password.ts'
import { systemClock } from '../apps/server/src/platform/lifecycle/clock.ts'
import type { DemoServer } from './demo-server.ts'

/** The link in the newest mail to an address, read from the outbox: the demo has no mail server. */
export async function linkMailedTo({ database: { db }, url }: DemoServer, email: string): Promise<string> {
  const { reset_id } = await db
    .selectFrom('outbox')
    .select('reset_id')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const token = await tokenOfReset({ db, clock: systemClock }, reset_id ?? 0)
  if (token === null) throw new Error('the reset is closed')
  return `${url}/reset-password#${token}`
}
