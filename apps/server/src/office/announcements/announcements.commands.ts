import type { AnnouncementChange, NewAnnouncement } from '@dispecerat/contract/office/announcements'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { VersionedRecord } from '../../platform/records/versioned-record.ts'
import {
  type AnnouncementFields,
  driverIdsOf,
  fieldsOf,
  insertAnnouncement,
  lockAnnouncement,
  saveAnnouncement,
  setAnnouncementDeleted,
} from './announcements.store.ts'

const announcements = new VersionedRecord({
  entity: 'announcement',
  unknown: 'announcement.unknown',
  conflict: 'announcement.changed_meanwhile',
  lock: lockAnnouncement,
  save: saveAnnouncement,
  setDeleted: setAnnouncementDeleted,
  auditFields: fieldsOf,
  auditDeletion: (row, deletedAt) => ({
    action: deletedAt ? 'deleted' : 'restored',
    before: { deletedAt: row.deletedAt },
    after: { deletedAt },
  }),
  events: announcementsChanged,
})

/** Consoles reload at any change; drivers' phones only when the announcement was or becomes one for drivers. */
async function announcementsChanged(
  tx: Tx,
  { companyId, rows }: { companyId: CompanyId; rows: readonly AnnouncementFields[] },
): Promise<LogEvent[]> {
  const isDrivers = rows.some(({ audience }) => audience !== 'dispatchers')
  const toUsers = isDrivers ? await driverIdsOf(tx, companyId) : []
  return [{ event: 'announcements_changed', toCompanies: [companyId], toUsers, data: {} }]
}

/** Creates an announcement for a company's drivers, dispatchers or both; it starts now by default. Throws company.unknown, FieldErrors. */
export function createAnnouncement(server: Server, actor: Actor, input: NewAnnouncement) {
  return announcements.create(server, actor, async (tx, now) => {
    const companyId = await chosenCompany(tx, actor.scope, input.company_id)
    await checkAll(actor, () => checkTimes({ startsAt: at(input.starts_at) ?? now, endsAt: at(input.ends_at) }))
    const fields: AnnouncementFields = {
      companyId,
      title: input.title,
      text: input.text,
      audience: input.audience,
      startsAt: at(input.starts_at) ?? now,
      endsAt: at(input.ends_at),
    }
    return { id: await insertAnnouncement(tx, fields, { userId: actor.userId, now }), companyId, fields }
  })
}

/** Changes the given fields. Throws announcement.unknown, announcement.changed_meanwhile, FieldErrors. */
export function editAnnouncement(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: AnnouncementChange; version: ReadVersion },
) {
  return announcements.edit(server, actor, id, {
    version,
    to: async (_tx, row) => {
      const times = () => timesOf(row, change)
      await checkAll(actor, () => checkTimes(times()))
      return {
        companyId: row.companyId,
        title: change.title ?? row.title,
        text: change.text ?? row.text,
        audience: change.audience ?? row.audience,
        ...times(),
      }
    },
  })
}

/** Deletes it; `restoreAnnouncement` undoes that. */
export function deleteAnnouncement(server: Server, actor: Actor, id: number) {
  return announcements.delete(server, actor, id)
}

export function restoreAnnouncement(server: Server, actor: Actor, id: number) {
  return announcements.restore(server, actor, id)
}

function at(wire: string | null | undefined): Date | null {
  return wire ? fromWireTime(wire) : null
}

function timesOf(row: AnnouncementFields, { starts_at, ends_at }: AnnouncementChange) {
  return { startsAt: at(starts_at) ?? row.startsAt, endsAt: ends_at === undefined ? row.endsAt : at(ends_at) }
}

function checkTimes({ startsAt, endsAt }: Pick<AnnouncementFields, 'startsAt' | 'endsAt'>): void {
  if (endsAt !== null && endsAt <= startsAt)
    throw new FieldErrors({ ends_at: ['Sfârșitul trebuie să fie după început'] })
}
