import crypto from 'node:crypto'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { companiesOfDriver, insertReportToken } from './driver-reports.store.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 366

export function hashOfReportToken(token: string): Buffer {
  return crypto.createHash('sha256').update(token).digest()
}

/** Creates a link to the driver's trips; only its hash is stored. Throws driver.unknown, FieldErrors on `to`. */
export async function makeReportToken(
  server: Server,
  actor: Actor,
  input: { driverId: DriverId; from: Date; to: Date; expiresDays: number },
): Promise<{ token: string; expiresAt: number }> {
  await checkAll(actor, () => requirePeriod(input))
  const { driverId, from, to, expiresDays } = input
  const token = crypto.randomBytes(32).toString('base64url')
  // Not idempotent: the token of the first request must not be stored with its key.
  return write(server, { ...actor, once: null }, async (tx) => {
    const companyIds = await companiesOfDriver(tx, actor.scope, driverId)
    const [companyId] = companyIds
    if (companyId === undefined) throw new DomainError('driver.unknown')
    const now = server.clock.now()
    const expiresAt = new Date(now.getTime() + expiresDays * DAY_MS)
    const row = { tokenHash: hashOfReportToken(token), driverId, companyIds, from, to, expiresAt }
    await insertReportToken(tx, row, { userId: actor.userId, now })
    const after = { from: from.toISOString(), to: to.toISOString(), expires_at: expiresAt.toISOString() }
    const change = { entity: 'user', entityId: driverId, companyId, action: 'report_link_made', before: null, after }
    await recordAudit(tx, actor, change, now)
    return { token, expiresAt: expiresAt.getTime() }
  })
}

function requirePeriod({ from, to }: { from: Date; to: Date }): void {
  if (to <= from) throw new FieldErrors({ to: ['Sfârșitul trebuie să fie după început'] })
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new FieldErrors({ to: [`Perioada poate avea cel mult ${MAX_DAYS} de zile`] })
  }
}
