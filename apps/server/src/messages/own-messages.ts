import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { confirmByPhone, holdConversation } from './conversations.store.ts'
import { checkOrderOfMessage, findReceiver, insertMessage, senderName } from './messages.store.ts'
import { type OwnTalk, ownTalk } from './own-messages.views.ts'

/** With whom a protocol account talks: its company. `account.no_contract`. */
export async function talkOfAccount({ db }: Server, { userId, scope }: Caller): Promise<OwnTalk> {
  if (userId === null) throw new DomainError('account.no_contract')
  const talk = await ownTalk(db, userId)
  if (!talk || (scope.companies !== 'every' && !scope.companies.some((id) => id === talk.companyId))) {
    throw new DomainError('account.no_contract')
  }
  return talk
}

/** An account writes to its company's inbox; every console of it hears, and the account's other windows. Throws order.unknown. */
export async function sendOwnMessage(
  server: Server,
  caller: Caller,
  input: { message: string; order_id?: number | null | undefined },
): Promise<{ messageId: number }> {
  const { accountId, companyId } = await talkOfAccount(server, caller)
  return write(server, caller, async (tx) => {
    const { kind } = await findReceiver(tx, accountId, caller.scope)
    if (kind !== 'account') throw new DomainError('account.no_contract')
    const orderId = input.order_id ?? null
    if (orderId !== null) await checkOrderOfMessage(tx, orderId, caller.scope)
    const conversationId = await holdConversation(tx, { companyId, interlocutorId: accountId })
    const now = server.clock.now()
    const messageId = await insertMessage(
      tx,
      {
        companyId,
        conversationId,
        senderId: accountId,
        receiverId: null,
        senderName: await senderName(tx, accountId),
        title: null,
        message: input.message,
        type: 'chat',
        orderId,
        outboxId: null,
        isInbound: true,
      },
      now,
    )
    const data = { message_id: messageId }
    await record(tx, [{ event: 'chat_message', toCompanies: [companyId], toUsers: [accountId], data }], now)
    return { messageId }
  })
}

/** The account has the conversation on its screen: the room hears how far, and its other windows. */
export async function readOwnMessages(server: Server, caller: Caller, { accountId, newestId }: OwnTalk): Promise<void> {
  if (newestId === null) return
  await write(server, { ...caller, once: null }, async (tx) => {
    const receipts = await confirmByPhone(tx, accountId, { deliveredTo: newestId, readTo: newestId })
    const events = receipts.flatMap(({ companyId, deliveredTo, readTo }) => {
      const read = { interlocutor_id: accountId, read_to: readTo }
      return [
        { event: 'message_receipt', toCompanies: [companyId], data: { ...read, delivered_to: deliveredTo } },
        { event: 'messages_read', toUsers: [accountId], data: read },
      ]
    })
    await record(tx, events, server.clock.now())
    return { isNews: receipts.length > 0 }
  })
}
