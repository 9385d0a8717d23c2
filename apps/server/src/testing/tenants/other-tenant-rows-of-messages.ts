import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Ground } from '../builders.ts'

export interface MessageRows {
  templateId: number
  announcementId: number
  incidentId: number
  outboundMessageId: number
  broadcastId: string
}

interface MessageRowsInput {
  companyId: CompanyId
  driverId: DriverId
  phone: string
  mark: string
}

/** Chat messages, announcements, driver reports and outbound messages. */
export async function messageRows(
  { db, clock }: Ground,
  { companyId: company_id, driverId: driver_id, phone, mark }: MessageRowsInput,
): Promise<MessageRows> {
  const created_at = clock.now()
  const template = { company_id, text: mark, created_at }
  const notice = { company_id, title: mark, text: mark, audience: 'all', starts_at: created_at, created_at } as const
  const incident = { company_id, driver_id, type: 'other', text: mark, created_at } as const
  const outboundMessage = {
    company_id,
    kind: 'sms',
    recipient: phone,
    text: mark,
    created_at,
    due_at: created_at,
  } as const
  const talk = await db
    .insertInto('conversations')
    .values({ company_id, interlocutor_id: driver_id, last_at: created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('messages')
    .values({ company_id, conversation_id: talk.id, sender_id: driver_id, message: mark, created_at })
    .execute()
  const broadcast = {
    sender_id: driver_id,
    audience: 'clients',
    message: mark,
    receivers: 1,
    state: 'sending',
    shares: '[]',
    created_at,
  } as const
  return {
    broadcastId: (
      await db
        .insertInto('broadcasts')
        .values({ ...broadcast, company_ids: [company_id] })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
    templateId: (await db.insertInto('message_templates').values(template).returning('id').executeTakeFirstOrThrow())
      .id,
    announcementId: (await db.insertInto('announcements').values(notice).returning('id').executeTakeFirstOrThrow()).id,
    incidentId: (await db.insertInto('incidents').values(incident).returning('id').executeTakeFirstOrThrow()).id,
    outboundMessageId: (await db.insertInto('outbox').values(outboundMessage).returning('id').executeTakeFirstOrThrow())
      .id,
  }
}
