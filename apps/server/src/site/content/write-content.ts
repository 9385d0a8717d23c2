import type { ContentType } from '@dispecerat/contract/site/content'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { wouldLoop } from '@dispecerat/domain/site/content-tree'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { cleanHtml } from './clean-html.ts'
import {
  type ContentFields,
  type ContentRecord,
  findContent,
  findVersion,
  holderOf,
  insertContent,
  keepVersion,
  lockContents,
  parentsOfAll,
  saveContent,
} from './contents.store.ts'

/** Other code references it by number: it stays published, a page, and at its address. */
export const DRIVER_PRIVACY = 1

/** Creates a page. */
export async function createContent(
  server: Server,
  actor: Actor,
  input: ContentFields,
): Promise<{ contentId: number }> {
  return write(server, actor, async (tx) => {
    await lockContents(tx)
    const now = server.clock.now()
    await checkAll(
      actor,
      () => requireFreeUrl(tx, input.url, null),
      () => requireParent(tx, { contentId: null, type: input.type, parentId: input.parentId }),
    )
    const fields = { ...input, html: cleanHtml(input.html) }
    const contentId = await insertContent(tx, fields, { userId: actor.userId, now })
    await keepVersion(tx, { contentId, version: 1, ...fields, updatedBy: actor.userId }, now)
    const change = { entity: 'content', entityId: contentId, companyId: null, action: 'created', before: null }
    await recordAudit(tx, actor, { ...change, after: auditFields(fields, 1) }, now)
    return { contentId }
  })
}

/** The version that was loaded before the change; undefined skips the check. */
export interface ReadContent {
  contentId: number
  version: ReadVersion
}

/** Missing fields stay unchanged. Throws content.unknown, content.changed_meanwhile, content.fixed. */
export async function editContent(
  server: Server,
  actor: Actor,
  read: ReadContent,
  change: { [F in keyof ContentFields]?: ContentFields[F] | undefined },
): Promise<{ contentId: number }> {
  return write(server, actor, async (tx) => {
    await lockContents(tx)
    const before = await requireContent(tx, read)
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after: ContentFields = { ...fieldsOf(before), ...defined }
    const { html } = { ...change }
    if (html !== undefined) after.html = cleanHtml(html)
    requireFixed(before, after)
    const { contentId, url } = before
    await checkAll(
      actor,
      async () => {
        if (change.url !== undefined && change.url !== url) await requireFreeUrl(tx, change.url, contentId)
      },
      () => {
        needs(change, 'type', 'parentId')
        return requireParent(tx, { contentId, type: after.type, parentId: after.parentId })
      },
    )
    await saveChange(tx, actor, { before, after, action: 'changed', now: server.clock.now() })
    return { contentId: before.contentId }
  })
}

/** Saves an earlier version as the newest. */
export async function restoreVersion(
  server: Server,
  actor: Actor,
  read: ReadContent,
  version: number,
): Promise<{ contentId: number }> {
  return write(server, actor, async (tx) => {
    await lockContents(tx)
    const before = await requireContent(tx, read)
    const stored = await findVersion(tx, before.contentId, version)
    if (!stored) throw new DomainError('content.unknown')
    const after = { ...fieldsOf(before), title: stored.title, html: cleanHtml(stored.html) }
    await saveChange(tx, actor, { before, after, action: 'version_restored', now: server.clock.now() })
    return { contentId: before.contentId }
  })
}

export async function requireContent(tx: Tx, { contentId, version }: ReadContent): Promise<ContentRecord> {
  const found = await findContent(tx, contentId)
  if (!found || found.deletedAt !== null) throw new DomainError('content.unknown')
  requireFresh(version, found, 'content.changed_meanwhile')
  return found
}

async function saveChange(
  tx: Tx,
  actor: Actor,
  { before, after, action, now }: { before: ContentRecord; after: ContentFields; action: string; now: Date },
): Promise<void> {
  const { contentId } = before
  if (JSON.stringify(fieldsOf(before)) === JSON.stringify(after)) return
  const isTextChanged = after.title !== before.title || after.html !== before.html
  const version = before.version + 1
  const handbookHash = isTextChanged ? null : before.handbookHash
  await saveContent(tx, { contentId, version, handbookHash, ...after }, { userId: actor.userId, now })
  if (isTextChanged) {
    await keepVersion(tx, { contentId, version, title: after.title, html: after.html, updatedBy: actor.userId }, now)
  }
  const change = { entity: 'content', entityId: contentId, companyId: null, action }
  const [was, is] = [auditFields(before, before.version), auditFields(after, version)]
  await recordAudit(tx, actor, { ...change, before: was, after: is }, now)
}

function requireFixed({ contentId, url, type }: ContentRecord, after: ContentFields): void {
  if (contentId !== DRIVER_PRIVACY) return
  if (!after.isPublished || after.url !== url || after.type !== type) throw new DomainError('content.fixed')
}

async function requireFreeUrl(tx: Tx, url: string, but: number | null): Promise<void> {
  if ((await holderOf(tx, url, but)) !== null) throw new FieldErrors({ url: ['Adresa este folosită de altă pagină'] })
}

async function requireParent(
  tx: Tx,
  { contentId, type, parentId }: { contentId: number | null; type: ContentType; parentId: number | null },
): Promise<void> {
  const all = await parentsOfAll(tx)
  const hasChildren = contentId !== null && [...all.values()].some((page) => page.parentId === contentId)
  const wrong = parentId === null ? null : whyNotParent(all, { contentId, type, parentId })
  const problems = {
    ...(type === 'page' && hasChildren ? { type: ['Documentul are alte pagini sub el'] } : {}),
    ...(wrong === null ? {} : { parent_id: [wrong] }),
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
}

function whyNotParent(
  all: Awaited<ReturnType<typeof parentsOfAll>>,
  { contentId, type, parentId }: { contentId: number | null; type: ContentType; parentId: number },
): string | null {
  if (type === 'page') return 'Doar documentația are pagini sub pagini'
  if (all.get(parentId)?.type !== 'documentation') return 'Pagina de deasupra nu există'
  const parentOf = new Map([...all].map(([id, page]) => [id, page.parentId]))
  const loops = contentId !== null && wouldLoop(parentOf, contentId, parentId)
  return loops ? 'O pagină nu poate sta sub ea însăși' : null
}

function fieldsOf({ url, type, title, html, menuOrder, parentId, isPublished }: ContentFields): ContentFields {
  return { url, type, title, html, menuOrder, parentId, isPublished }
}

/** The audit log omits the texts, which are in the versions. */
function auditFields(fields: ContentFields, version: number) {
  const { html: _, ...rest } = fieldsOf(fields)
  return { ...rest, version }
}
