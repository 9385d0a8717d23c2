import type { FilingState } from '@dispecerat/domain/billing/filing'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { mayLeave } from '../../platform/limits/limits.public.ts'

export type FilingKind = 'efactura' | 'townhall'
export type FilingReason =
  | 'refused'
  | 'unauthorised'
  | 'unreachable'
  | 'processing'
  | 'cui_unproved'
  | 'no_authorisation'

export interface NewFiling {
  companyId: CompanyId
  kind: FilingKind
  /** Set for an e-invoice. */
  invoiceId: number | null
  /** Set for a register, 'YYYY-MM-DD'. */
  day: string | null
  cif: string | null
  format: 'UBL' | 'CN' | 'csv' | 'xml'
  fileName: string
  content: string
  /** Set for a register: its number within the day, 0 for the first. */
  correction?: number
}

export interface Filing extends NewFiling {
  id: number
  /** Idempotency key, the same for every attempt. */
  key: string
  state: FilingState
  uploadIndex: string | null
  tries: number
  /** Until then a node is working on it. */
  leasedUntil: Date | null
}

/** Result of an attempt. */
export interface FilingChange {
  state: FilingState
  reason: FilingReason | null
  message: string | null
  uploadIndex?: string
  answer?: Buffer | null
  dueAt?: Date
  tries?: number
  sentAt?: Date | null
  decidedAt?: Date | null
}

const FILING = sql`id, filing_key as key, company_id as "companyId", kind, state, invoice_id as "invoiceId", day::text as day, cif,
  format, file_name as "fileName", content, correction, upload_index as "uploadIndex", tries, leased_until as "leasedUntil"`

/** Returns null when the invoice or day already has a live filing. */
export async function insertFiling(
  tx: Tx,
  filing: NewFiling,
  by: { userId: UserId | null; now: Date },
): Promise<number | null> {
  const row = await tx
    .insertInto('filings')
    .values({
      company_id: filing.companyId,
      kind: filing.kind,
      invoice_id: filing.invoiceId,
      day: filing.day,
      cif: filing.cif,
      format: filing.format,
      file_name: filing.fileName,
      content: filing.content,
      correction: filing.correction ?? 0,
      due_at: by.now,
      created_by: by.userId,
      created_at: by.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The live filing of an invoice or a day, FOR UPDATE; for a day, the newest correction. */
export async function lockLive(
  tx: Tx,
  { companyId, invoiceId, day }: Pick<NewFiling, 'companyId' | 'invoiceId' | 'day'>,
): Promise<Filing | null> {
  const { rows } = await sql<Filing>`
    select ${FILING} from filings
    where company_id = ${companyId} and state <> 'rejected'
      and (invoice_id = ${invoiceId}::bigint or day = ${day}::date)
    order by correction desc limit 1 for update
  `.execute(tx)
  return rows[0] ?? null
}

/** One of the scope FOR UPDATE; null when there is none. */
export async function lockFiling(tx: Tx, { companies }: Scope, id: number): Promise<Filing | null> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<Filing>`
    select ${FILING} from filings
    where id = ${id} and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[])) for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Marks the filed register that contains the order, so that the job compares it with the new figures. */
export async function markOutdated(tx: Tx, orderId: OrderId): Promise<void> {
  await sql`
    update filings set is_outdated = true from orders
    where orders.id = ${orderId} and filings.company_id = orders.created_by_company_id and filings.kind = 'townhall'
      and filings.day = (coalesce(orders.placed_at, orders.created_at) at time zone 'Europe/Bucharest')::date
      and filings.state <> 'rejected' and not filings.is_outdated
  `.execute(tx)
}

/** Ids of outdated registers, oldest first. */
export async function outdatedRegisters(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from filings where is_outdated order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Replaces the content, or keeps it when `content` is null. */
export async function clearOutdated(tx: Tx, id: number, content: string | null): Promise<void> {
  await sql`
    update filings set is_outdated = false, content = coalesce(${content}::text, content) where id = ${id}
  `.execute(tx)
}

/** Leases due filings for `leaseSeconds`; when the process dies, they are due again after that. */
export async function claimDueFilings(
  db: Db,
  claim: { now: Date; kinds: readonly FilingKind[]; leaseSeconds: number; limit: number },
): Promise<Filing[]> {
  const until = new Date(claim.now.getTime() + claim.leaseSeconds * 1000)
  const { rows } = await sql<Filing>`
    update filings set due_at = ${until}, leased_until = ${until}, tries = tries + 1
    where id in (
      select id from filings
      where state in ('pending', 'uploaded') and due_at <= ${claim.now} and kind = any(${[...claim.kinds]}::text[])
        and ${mayLeave(sql.ref('filings.company_id'))}
      order by due_at, id limit ${claim.limit} for update skip locked
    )
    returning ${FILING}
  `.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

export async function saveFiling(tx: Tx, id: number, change: FilingChange): Promise<void> {
  const { state, reason, message, uploadIndex, answer, dueAt, tries, sentAt, decidedAt } = change
  await tx
    .updateTable('filings')
    .set({
      state,
      reason,
      message,
      leased_until: null,
      ...(uploadIndex === undefined ? {} : { upload_index: uploadIndex }),
      ...(answer === undefined ? {} : { answer }),
      ...(dueAt === undefined ? {} : { due_at: dueAt }),
      ...(tries === undefined ? {} : { tries }),
      ...(sentAt === undefined ? {} : { sent_at: sentAt }),
      ...(decidedAt === undefined ? {} : { decided_at: decidedAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** The filed document and the authority's archive; null when the scope has no such filing. */
export async function filesOf(
  db: Db,
  { companies }: Scope,
  id: number,
): Promise<(Pick<Filing, 'fileName' | 'format' | 'content'> & { answer: Buffer | null }) | null> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<Pick<Filing, 'fileName' | 'format' | 'content'> & { answer: Buffer | null }>`
    select file_name as "fileName", format, content, answer from filings
    where id = ${id} and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[]))
  `.execute(db)
  return rows[0] ?? null
}
