import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { confirmByPhone } from './conversations.store.ts'

/** Saves the receipts of the driver's phone; consoles get `message_receipt` when a mark moves. */
export async function confirmMessages(
  server: Server,
  actor: Actor,
  { deliveredTo, readTo }: { deliveredTo: number; readTo: number },
): Promise<{ changed: number }> {
  const { userId: driverId } = actor
  if (driverId === null) throw new DomainError('account.forbidden')
  return write(server, actor, async (tx) => {
    const receipts = await confirmByPhone(tx, driverId, { deliveredTo, readTo })
    const events = receipts.map(
      (receipt): LogEvent => ({
        event: 'message_receipt',
        toCompanies: [receipt.companyId],
        data: { interlocutor_id: driverId, delivered_to: receipt.deliveredTo, read_to: receipt.readTo },
      }),
    )
    await record(tx, events, server.clock.now())
    return { changed: receipts.length }
  })
}
