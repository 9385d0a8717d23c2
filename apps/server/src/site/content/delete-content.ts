import { DomainError } from '@dispecerat/domain/kernel/errors'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findContent, holderOf, lockContents, parentsOfAll, setContentDeleted } from './contents.store.ts'
import { DRIVER_PRIVACY, type ReadContent, requireContent } from './write-content.ts'

const LONGEST_URL = 80

/** Deletes a page. Throws content.unknown, content.fixed, content.has_children. */
export async function deleteContent(server: Server, actor: Actor, read: ReadContent): Promise<{ contentId: number }> {
  return write(server, actor, async (tx) => {
    await lockContents(tx)
    const { contentId, url, title } = await requireContent(tx, read)
    if (contentId === DRIVER_PRIVACY) throw new DomainError('content.fixed')
    const isParent = [...(await parentsOfAll(tx)).values()].some(({ parentId }) => parentId === contentId)
    if (isParent) throw new DomainError('content.has_children')
    const now = server.clock.now()
    await setContentDeleted(tx, contentId, { url, deletedAt: now, by: { userId: actor.userId, now } })
    const change = { entity: 'content', entityId: contentId, companyId: null, action: 'deleted' }
    await recordAudit(tx, actor, { ...change, before: { url, title }, after: null }, now)
    return { contentId }
  })
}

/** Undoes the deletion of a page. Throws content.unknown. */
export async function undeleteContent(server: Server, actor: Actor, contentId: number): Promise<{ contentId: number }> {
  return write(server, actor, async (tx) => {
    await lockContents(tx)
    const found = await findContent(tx, contentId)
    if (!found) throw new DomainError('content.unknown')
    if (found.deletedAt === null) return { contentId }
    const now = server.clock.now()
    const url = await freeUrl(tx, found.url)
    await setContentDeleted(tx, contentId, { url, deletedAt: null, by: { userId: actor.userId, now } })
    const change = { entity: 'content', entityId: contentId, companyId: null, action: 'restored' }
    await recordAudit(tx, actor, { ...change, before: null, after: { url, title: found.title } }, now)
    return { contentId }
  })
}

/** The address, or with the first free number appended. */
async function freeUrl(tx: Tx, url: string): Promise<string> {
  for (let n = 1; ; n++) {
    const tail = n === 1 ? '' : `-${n}`
    const wanted = url.slice(0, LONGEST_URL - tail.length) + tail
    if ((await holderOf(tx, wanted, null)) === null) return wanted
  }
}
