import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import type { sendMessage as contract } from '@dispecerat/contract/office/messages'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { isGrantedCountry, takesSms } from '@dispecerat/domain/kernel/phone'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { requireMayLeave, smsPrefixesOf } from '../../platform/limits/limits.public.ts'
import { companyNamed, contentOf, queueSms } from '../../platform/outbox/outbox.public.ts'
import { holdConversation, talkOf } from './conversations.store.ts'
import {
  checkOrderOfMessage,
  findReceiver,
  hasAppSession,
  insertMessage,
  type Receiver,
  senderName,
} from './messages.store.ts'

type Typed = BodyOf<typeof contract>

/**
 * Sends a message to one person of the actor's companies. Drivers get `message`; colleagues, accounts and the company's consoles get
 * `chat_message`; clients without the app get an SMS. Throws user.unknown, order.unknown, and FieldErrors for a client whom neither app nor
 * SMS reaches, or a signature that is neither the sender's nor the company's name.
 */
export async function sendMessage(server: Server, actor: Actor, input: Typed): Promise<{ messageId: number }> {
  const { userId: senderId } = actor
  if (senderId === null) throw new DomainError('account.forbidden')
  return write(server, actor, async (tx) => {
    const receiver = await findReceiver(tx, input.user_id, actor)
    const now = server.clock.now()
    const { companyId } = receiver
    const isInApp = receiver.kind === 'client' && (await hasAppSession(tx, input.user_id, now))
    const [orderId, signedAs] = await checkAll(
      actor,
      () => orderOfMessage(tx, input, actor),
      () => signature(tx, { senderId, companyId, signedAs: input.sender_name || null }),
      () => isInApp || requireReachable(tx, receiver),
    )
    const conversationId = await holdConversation(tx, talkOf(senderId, input.user_id, receiver))
    const messageId = await insertMessage(
      tx,
      {
        companyId,
        conversationId,
        senderId,
        receiverId: input.user_id,
        senderName: signedAs,
        title: input.title || null,
        message: input.message,
        type: input.type,
        orderId,
        outboxId: isInApp ? null : await bySms(tx, receiver, input.message, now),
        isInbound: false,
      },
      now,
    )
    await record(tx, eventsOf(messageId, { senderId, receiverId: input.user_id, isInApp }, receiver), now)
    return { messageId }
  })
}

async function orderOfMessage(tx: Tx, { order_id: orderId }: Typed, { scope }: Actor): Promise<OrderId | null> {
  if (orderId) await checkOrderOfMessage(tx, orderId, scope)
  return orderId ?? null
}

/** The signature may be the sender's own name or the name of the company. FieldErrors on `sender_name` for any other. */
async function signature(
  tx: Tx,
  { senderId, companyId, signedAs }: { senderId: UserId; companyId: CompanyId | null; signedAs: string | null },
): Promise<string | null> {
  const own = await senderName(tx, senderId)
  if (signedAs === null || signedAs === own) return own
  const company = companyId === null ? null : (await companyNamed(tx, companyId)).name
  if (signedAs !== company)
    throw new FieldErrors({ sender_name: ['Semnați cu numele dumneavoastră sau cu numele companiei'] })
  return company
}

const OTHER_TENANT = 'Firma nu trimite SMS în țara acestui număr: sunați clientul'
const UNREACHABLE = 'Clientul are telefon fix și nu are aplicația: sunați-l'

/** FieldErrors on `user_id` for a client whom no SMS reaches. */
async function requireReachable(tx: Tx, { kind, companyId, phone }: Receiver): Promise<void> {
  if (kind !== 'client' || phone === null) return
  const prefixes = await smsPrefixesOf(tx, companyId)
  if (!isGrantedCountry(phone, prefixes)) throw new FieldErrors({ user_id: [OTHER_TENANT] })
  if (!takesSms(phone, prefixes)) throw new FieldErrors({ user_id: [UNREACHABLE] })
}

/** Queues an SMS to a client without an open app; returns its id in the outbox, null for other receivers. */
async function bySms(tx: Tx, { kind, companyId, phone }: Receiver, text: string, now: Date): Promise<number | null> {
  if (kind !== 'client' || phone === null) return null
  if (companyId !== null) await requireMayLeave(tx, companyId)
  const { name: companie, phone: telefon } = await companyNamed(tx, companyId)
  const content = await contentOf(tx, 'client_chat', companyId, { mesaj: text, companie, telefon: telefon ?? '' })
  return content && queueSms(tx, { companyId, to: phone, text: content.text, overQuota: 'refuse' }, now)
}

/** The event log stores only the id; the text is added when the event is sent. */
function eventsOf(
  messageId: number,
  { senderId, receiverId, isInApp }: { senderId: UserId; receiverId: UserId; isInApp: boolean },
  { kind, companyId }: Receiver,
): LogEvent[] {
  const data = { message_id: messageId }
  if (kind === 'colleague') return [{ event: 'chat_message', toUsers: [receiverId, senderId], data }]
  if (kind === 'account' && companyId !== null) {
    return [{ event: 'chat_message', toCompanies: [companyId], toUsers: [receiverId], data }]
  }
  const toDispatchers: LogEvent = { event: 'chat_message', toCompanies: companyId === null ? [] : [companyId], data }
  // Other sessions of a user with a client's phone belong to other companies' apps, so the company does not write to them.
  return kind === 'client' && !isInApp
    ? [toDispatchers]
    : [{ event: 'message', toUsers: [receiverId], data }, toDispatchers]
}
