import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { confirmByPhone, holdConversation } from './conversations.store.ts'
import { checkOrderOfMessage, findReceiver, insertMessage, senderName } from './messages.store.ts'

/** A driver writes to his company's inbox; every console of it hears `chat_message`. Throws order.unknown, company.unknown. */
export async function sendDriverMessage(
  server: Server,
  caller: Caller,
  input: { message: string; order_id?: number | null | undefined },
): Promise<{ messageId: number }> {
  const driverId = driverOf(caller)
  return write(server, caller, async (tx) => {
    const { kind, companyId } = await findReceiver(tx, driverId, caller.scope)
    if (kind !== 'driver' || companyId === null) throw new DomainError('company.unknown')
    const orderId = input.order_id ?? null
    if (orderId !== null) await checkOrderOfMessage(tx, orderId, caller.scope)
    const conversationId = await holdConversation(tx, { companyId, interlocutorId: driverId })
    const now = server.clock.now()
    const messageId = await insertMessage(
      tx,
      {
        companyId,
        conversationId,
        senderId: driverId,
        receiverId: null,
        senderName: await senderName(tx, driverId),
        title: null,
        message: input.message,
        type: 'chat',
        orderId,
        outboxId: null,
        isInbound: true,
      },
      now,
    )
    await record(tx, [{ event: 'chat_message', toCompanies: [companyId], data: { message_id: messageId } }], now)
    return { messageId }
  })
}

/** How far the driver's phone has got; the room hears `message_receipt` when that is news. */
export async function confirmMessages(
  server: Server,
  caller: Caller,
  { deliveredTo, readTo }: { deliveredTo: number; readTo: number },
): Promise<{ changed: number }> {
  const driverId = driverOf(caller)
  return write(server, caller, async (tx) => {
    const receipts = await confirmByPhone(tx, driverId, { deliveredTo, readTo })
    const events = receipts.map((receipt) => ({
      event: 'message_receipt',
      toCompanies: [receipt.companyId],
      data: { interlocutor_id: driverId, delivered_to: receipt.deliveredTo, read_to: receipt.readTo },
    }))
    await record(tx, events, server.clock.now())
    return { changed: receipts.length }
  })
}

function driverOf({ userId }: Caller): number {
  if (userId === null) throw new DomainError('account.forbidden')
  return userId
}
