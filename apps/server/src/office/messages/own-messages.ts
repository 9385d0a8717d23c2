import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { confirmByPhone } from './conversations.store.ts'
import { type OwnTalk, ownTalk } from './own-messages.views.ts'

/** The conversation of a protocol account with its company. Throws `account.no_contract`. */
export async function talkOfAccount({ db }: Server, { userId, scope }: Actor): Promise<OwnTalk> {
  if (userId === null) throw new DomainError('account.no_contract')
  const talk = await ownTalk(db, userId)
  if (!talk || (scope.companies !== 'every' && !scope.companies.some((id) => id === talk.companyId))) {
    throw new DomainError('account.no_contract')
  }
  return talk
}

/** The account has opened the conversation: consoles get `message_receipt`, and the account's other windows `messages_read`. */
export async function readOwnMessages(server: Server, actor: Actor, { accountId, newestId }: OwnTalk): Promise<void> {
  if (newestId === null) return
  await write(server, { ...actor, once: null }, async (tx) => {
    const receipts = await confirmByPhone(tx, accountId, { deliveredTo: newestId, readTo: newestId })
    const events = receipts.flatMap(({ companyId, deliveredTo, readTo }): LogEvent[] => {
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
