import { waitBefore } from '@dispecerat/domain/billing/filing'
import {
  type Authorities,
  AuthorityRefused,
  type Einvoicing,
  NotAuthorised,
  type TownHall,
} from '../../adapters/authorities/authorities.ts'
import { verifiedCui } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { SealError } from '../../platform/db/seal.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { accessTokenOf, markRevoked } from './authorisations.store.ts'
import { emitFilingChanged } from './emit-filing-changed.ts'
import {
  claimDueFilings,
  type Filing,
  type FilingChange,
  type FilingKind,
  type FilingReason,
  lockFiling,
  saveFiling,
} from './filings.store.ts'
import { publishAuthorisation } from './publish-authorisation.ts'

/** Longer than three requests to an authority may take, so that two live nodes never send the same filing. */
const LEASE_SECONDS = 120
const AT_ONCE = 5
const FIRST_QUESTION_SECONDS = 5
const AUTHORISATION_WAIT_SECONDS = 600

/**
 * Sends due filings and polls the verdicts of uploaded ones; returns how many were claimed. Filings without a configured authority wait.
 */
export async function sendDueFilings(server: Server, authorities: Authorities): Promise<number> {
  const kinds = (['efactura', 'townhall'] as const satisfies FilingKind[]).filter((kind) => authorities[kind] !== null)
  if (kinds.length === 0) return 0
  const claimed = { now: server.clock.now(), kinds, leaseSeconds: LEASE_SECONDS, limit: AT_ONCE }
  const filings = await claimDueFilings(server.db, claimed)
  await Promise.all(
    filings.map(async (filing) => {
      const change = await oneStep(server, authorities, filing).catch((error: unknown) => afterFailure(filing, error))
      await settle(server, filing, change)
    }),
  )
  return filings.length
}

/** Result of a step; delays count from the moment it is saved. */
type Step = Omit<FilingChange, 'dueAt' | 'sentAt' | 'decidedAt'> & { waitSeconds?: number }

async function oneStep(server: Server, { efactura, townhall }: Authorities, filing: Filing): Promise<Step> {
  if (filing.kind === 'townhall') return handOver(townhall, filing)
  if (!efactura) throw new Error('nobody to send to')
  const { companyId, cif } = filing
  // The approval of the CUI may have been withdrawn since the document was queued.
  const isOwn = cif !== null && cif === (await verifiedCui(server.db, companyId))
  if (filing.state === 'pending' && !isOwn) return { state: 'failed', reason: 'cui_unproved', message: null }
  const own = await companyToken(server, filing)
  const token = own ?? (efactura.ownToken?.cui === cif ? efactura.ownToken?.token : undefined)
  if (token === undefined) return waiting(filing, { reason: 'no_authorisation', message: null })
  const step = filing.state === 'uploaded' ? pollVerdict : upload
  return step(efactura.as(token), filing).catch((error: unknown) => {
    if (own === null || !(error instanceof NotAuthorised)) throw error
    return afterRevocation(server, filing, { accessToken: own, message: error.message })
  })
}

/** Returns null also when the token's sealing key is lost: then the company has to authorise again. */
async function companyToken({ db, seal, clock, log }: Server, { companyId, cif }: Filing): Promise<string | null> {
  if (cif === null) return null
  try {
    return await accessTokenOf(db, seal, { companyId, cif }, clock.now())
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    log.error({ company_id: companyId, reason: error.message }, 'a stored authorisation cannot be opened')
    return null
  }
}

/** A document that lacks only an authorisation never fails; `wakeFilings` makes it due as soon as one is granted. */
function waiting({ state }: Filing, why: Pick<Step, 'reason' | 'message'>): Step {
  const isUploaded = state === 'uploaded'
  return { state: isUploaded ? 'uploaded' : 'pending', ...why, tries: 0, waitSeconds: AUTHORISATION_WAIT_SECONDS }
}

async function afterRevocation(
  server: Server,
  filing: Filing,
  { accessToken, message }: { accessToken: string; message: string },
): Promise<Step> {
  const { companyId } = filing
  await write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    const marked = await markRevoked(tx, server.seal, { companyId, accessToken }, now)
    if (marked) await publishAuthorisation(tx, SYSTEM, { companyId, state: 'revoked' }, now)
  })
  return waiting(filing, { reason: 'unauthorised', message })
}

async function upload(efactura: Einvoicing, { cif, format, content }: Filing): Promise<Step> {
  if (cif === null) throw new AuthorityRefused('documentul nu are codul fiscal al emitentului')
  const { index } = await efactura.upload({ cif, standard: format === 'CN' ? 'CN' : 'UBL', xml: content })
  const step = { state: 'uploaded', reason: null, message: null, uploadIndex: index, tries: 0 } as const
  return { ...step, waitSeconds: FIRST_QUESTION_SECONDS }
}

async function pollVerdict(efactura: Einvoicing, { uploadIndex, tries }: Filing): Promise<Step> {
  if (uploadIndex === null) throw new Error('nothing to ask about')
  const verdict = await efactura.verdictOf(uploadIndex)
  if (verdict.is === 'processing') {
    const waitSeconds = waitBefore('uploaded', tries) ?? 0
    return { state: 'uploaded', reason: 'processing', message: null, waitSeconds }
  }
  const message = verdict.is === 'rejected' ? verdict.message : null
  return { state: verdict.is, reason: null, message, answer: verdict.answer }
}

async function handOver(townhall: TownHall | null, filing: Filing): Promise<Step> {
  const { key, cif: companyCif, day, format, fileName, content, correction = 0 } = filing
  if (!townhall || day === null) throw new Error('nobody to send to')
  const kind = format === 'csv' ? 'csv' : 'xml'
  await townhall.send({ key, companyCif, day, format: kind, fileName, content, correction })
  return { state: 'accepted', reason: null, message: null }
}

/** A refusal fails the filing at once; every other error is retried until the attempts are used up. */
function afterFailure({ state, tries }: Filing, error: unknown): Step {
  const isUploaded = state === 'uploaded'
  const isRefused = error instanceof AuthorityRefused
  const reason: FilingReason = isRefused ? 'refused' : error instanceof NotAuthorised ? 'unauthorised' : 'unreachable'
  const message = isRefused || error instanceof NotAuthorised ? error.message : null
  const waitSeconds = isRefused && !isUploaded ? null : waitBefore(isUploaded ? 'uploaded' : 'pending', tries)
  if (waitSeconds === null) return { state: 'failed', reason, message }
  return { state: isUploaded ? 'uploaded' : 'pending', reason, message, waitSeconds }
}

/** Saves the result unless the filing changed meanwhile, for example by a resend. */
async function settle(server: Server, filing: Filing, { waitSeconds, ...step }: Step): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    const before = await lockFiling(tx, SYSTEM.scope, filing.id)
    if (before?.state !== filing.state || before.tries !== filing.tries) return
    const now = server.clock.now()
    const isDecided = step.state === 'accepted' || step.state === 'rejected' || step.state === 'failed'
    const isHandedOver = before.state === 'pending' && (step.state === 'uploaded' || step.state === 'accepted')
    await saveFiling(tx, filing.id, {
      ...step,
      ...(waitSeconds === undefined ? {} : { dueAt: new Date(now.getTime() + waitSeconds * 1000) }),
      ...(isHandedOver ? { sentAt: now } : {}),
      ...(isDecided ? { decidedAt: now } : {}),
    })
    if (step.state !== before.state) {
      const { id: entityId, companyId } = filing
      const after = { state: step.state, index: step.uploadIndex ?? before.uploadIndex }
      const change = {
        entity: 'filing',
        entityId,
        companyId,
        action: 'changed',
        before: { state: before.state },
        after,
      }
      await recordAudit(tx, SYSTEM, change, now)
    }
    await emitFilingChanged(tx, filing, now)
  })
}
