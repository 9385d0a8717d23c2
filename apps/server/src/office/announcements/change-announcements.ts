import type { AnnouncementChange, NewAnnouncement } from '@dispecerat/contract/office/announcements'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  type AnnouncementRow,
  driverIdsOf,
  insertAnnouncement,
  lockAnnouncement,
  type NewAnnouncementRow,
  saveAnnouncement,
} from './announcements.store.ts'

interface AnnouncementId {
  announcementId: number
}

const entity = 'announcement'

/** Consoles reload at any change; drivers' phones only when the announcement was or becomes one for drivers. */
async function emitEvent(tx: Tx, rows: readonly NewAnnouncementRow[], now: Date): Promise<void> {
  const companyId = rows[0]?.companyId ?? asId<CompanyId>(0)
  const isDrivers = rows.some(({ audience }) => audience !== 'dispatchers')
  const toUsers = isDrivers ? await driverIdsOf(tx, companyId) : []
  await record(tx, [{ event: 'announcements_changed', toCompanies: [companyId], toUsers, data: {} }], now)
}

/** Creates an announcement for a company's drivers, dispatchers or both; it starts now by default. Throws company.unknown, FieldErrors. */
export async function createAnnouncement(
  server: Server,
  actor: Actor,
  input: NewAnnouncement,
): Promise<AnnouncementId> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.company_id)
    const now = server.clock.now()
    await checkAll(actor, () => checkTimes({ startsAt: at(input.starts_at) ?? now, endsAt: at(input.ends_at) }))
    const row: NewAnnouncementRow = {
      companyId,
      title: input.title,
      text: input.text,
      audience: input.audience,
      startsAt: at(input.starts_at) ?? now,
      endsAt: at(input.ends_at),
    }
    const announcementId = await insertAnnouncement(tx, row, { userId: actor.userId, now })
    const about = { entity, entityId: announcementId, companyId, action: 'created' }
    await recordAudit(tx, actor, { ...about, before: null, after: row }, now)
    await emitEvent(tx, [row], now)
    return { announcementId }
  })
}

/** Changes the given fields. Throws announcement.unknown, announcement.changed_meanwhile, FieldErrors. */
export async function editAnnouncement(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: AnnouncementChange; version: ReadVersion },
): Promise<AnnouncementId> {
  return alter(server, actor, id, {
    action: 'changed',
    version,
    wasDeleted: false,
    check: (row) => checkTimes(timesOf(row, change)),
    to: (row) => ({
      ...row,
      title: change.title ?? row.title,
      text: change.text ?? row.text,
      audience: change.audience ?? row.audience,
      ...timesOf(row, change),
    }),
  })
}

/** Deletes it; `restoreAnnouncement` undoes that. */
export async function deleteAnnouncement(server: Server, actor: Actor, id: number): Promise<AnnouncementId> {
  return alter(server, actor, id, {
    action: 'deleted',
    wasDeleted: false,
    to: (row, now) => ({ ...row, deletedAt: now }),
  })
}

export async function restoreAnnouncement(server: Server, actor: Actor, id: number): Promise<AnnouncementId> {
  return alter(server, actor, id, { action: 'restored', wasDeleted: true, to: (row) => ({ ...row, deletedAt: null }) })
}

async function alter(
  server: Server,
  actor: Actor,
  id: number,
  options: {
    action: string
    wasDeleted: boolean
    version?: ReadVersion
    check?: (row: AnnouncementRow) => void
    to: (row: AnnouncementRow, now: Date) => AnnouncementRow
  },
): Promise<AnnouncementId> {
  return write(server, actor, async (tx) => {
    const row = await lockAnnouncement(tx, actor.scope, id)
    if (!row || (row.deletedAt !== null) !== options.wasDeleted) throw new DomainError('announcement.unknown')
    const now = server.clock.now()
    requireFresh(options.version, row, 'announcement.changed_meanwhile')
    await checkAll(actor, () => options.check?.(row))
    const next = options.to(row, now)
    await saveAnnouncement(tx, next, now)
    const about = { entity, entityId: id, companyId: row.companyId, action: options.action }
    await recordAudit(tx, actor, { ...about, before: row, after: next }, now)
    await emitEvent(tx, [row, next], now)
    return { announcementId: id }
  })
}

function at(wire: string | null | undefined): Date | null {
  return wire ? fromWireTime(wire) : null
}

function timesOf(row: AnnouncementRow, { starts_at, ends_at }: AnnouncementChange) {
  return { startsAt: at(starts_at) ?? row.startsAt, endsAt: ends_at === undefined ? row.endsAt : at(ends_at) }
}

function checkTimes({ startsAt, endsAt }: Pick<AnnouncementRow, 'startsAt' | 'endsAt'>): void {
  if (endsAt !== null && endsAt <= startsAt)
    throw new FieldErrors({ ends_at: ['Sfârșitul trebuie să fie după început'] })
}
