import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { documentEnds, documentNamed } from '@dispecerat/domain/office/document-warning'
import { addressesOfAdministrators } from '../../identity/companies/companies.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { companyNamed, contentOf, queueMail, queuePush } from '../../platform/outbox/outbox.public.ts'
import { insertNotice } from '../messages/messages.public.ts'
import { claimWarnings, nameOfDriver, type WarnedDocument } from './document-warnings.store.ts'

interface Telling {
  companyId: CompanyId
  companie: string
  today: string
  now: Date
}

/**
 * Warns a company's administrators of expiring documents, and each driver of their own and their car's; once per stage of each document.
 */
export async function warnOfDocuments(server: Server, companyId: CompanyId): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    const today = bucharestDay(now)
    const documents = await claimWarnings(tx, companyId, { today, now })
    if (documents.length === 0) return
    const { name: companie } = await companyNamed(tx, companyId)
    const telling = { companyId, companie, today, now }
    await mailAdministrators(tx, telling, documents)
    const events: LogEvent[] = []
    for (const paper of documents) events.push(...(await notifyDrivers(tx, telling, paper)))
    await record(tx, events, now)
  })
}

async function mailAdministrators(
  tx: Tx,
  { companyId, companie, today, now }: Telling,
  documents: readonly WarnedDocument[],
): Promise<void> {
  const lista = documents.map((of) => `– ${documentNamed(of.paper, of)}: ${documentEnds(of.until, today)}`).join('\n')
  const content = await contentOf(tx, 'papers_ending', companyId, { lista, companie })
  if (!content) return
  for (const to of await addressesOfAdministrators(tx, companyId)) {
    await queueMail(tx, { companyId, to, ...content }, now)
  }
}

async function notifyDrivers(
  tx: Tx,
  { companyId, companie, today, now }: Telling,
  of: WarnedDocument,
): Promise<LogEvent[]> {
  const events: LogEvent[] = []
  for (const driverId of of.driverIds) {
    const facts = {
      document: documentNamed(of.paper, { ...of, driver: null }),
      cand: documentEnds(of.until, today),
      companie,
    }
    const sofer = await nameOfDriver(tx, driverId)
    const content = await contentOf(tx, 'driver_papers_ending', companyId, { ...facts, sofer })
    if (!content) return []
    const { subject: title, text } = content
    const messageId = await insertNotice(tx, { companyId, driverId, title, text, now })
    await queuePush(tx, { companyId, userId: driverId, title, text }, now)
    events.push({ event: 'message', toUsers: [driverId], data: { message_id: messageId } })
  }
  return events
}
