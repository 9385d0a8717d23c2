import { DomainError, type DomainErrorCode } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { holdConversation } from './conversations.store.ts'
import { checkOrderOfMessage, findReceiver, insertMessage, senderName } from './messages.store.ts'

/** Limit per writer, so that a client that sends in a loop does not flood the dispatchers. */
export const PER_WRITER = { max: 30, seconds: 60 }

/** Senders from outside the company's staff. */
const WRITERS = {
  driver: { nobody: 'company.unknown', echoesToSender: false },
  /** An account's other windows show the message too. */
  account: { nobody: 'account.no_contract', echoesToSender: true },
} as const satisfies Record<string, { nobody: DomainErrorCode; echoesToSender: boolean }>

/**
 * A driver or a protocol account writes to the inbox of its company; the company's consoles get `chat_message`. Throws order.unknown, and
 * company.unknown or account.no_contract for any other user.
 */
export async function writeToInbox(
  server: Server,
  actor: Actor,
  as: keyof typeof WRITERS,
  input: { message: string; order_id?: OrderId | null | undefined },
): Promise<{ messageId: number }> {
  const { nobody, echoesToSender } = WRITERS[as]
  const { userId: writerId } = actor
  if (writerId === null) throw new DomainError(nobody)
  return write(server, actor, async (tx) => {
    const { kind, companyId } = await findReceiver(tx, writerId, actor)
    if (kind !== as || companyId === null) throw new DomainError(nobody)
    const orderId = input.order_id ?? null
    if (orderId !== null) await checkOrderOfMessage(tx, orderId, actor.scope)
    const conversationId = await holdConversation(tx, { companyId, interlocutorId: writerId })
    const now = server.clock.now()
    const messageId = await insertMessage(
      tx,
      {
        companyId,
        conversationId,
        senderId: writerId,
        receiverId: null,
        senderName: await senderName(tx, writerId),
        title: null,
        message: input.message,
        type: 'chat',
        orderId,
        outboxId: null,
        isInbound: true,
      },
      now,
    )
    const toUsers = echoesToSender ? { toUsers: [writerId] } : {}
    const data = { message_id: messageId }
    await record(tx, [{ event: 'chat_message', toCompanies: [companyId], ...toUsers, data }], now)
    return { messageId }
  })
}
