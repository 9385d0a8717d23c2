import { DomainError } from '@dispecerat/domain/kernel/errors'
import { type DriverId, NO_USER } from '@dispecerat/domain/kernel/ids'
import { bindSession, cutOffDevice } from '../../identity/accounts/accounts.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { devicesChanged } from './emit-devices-changed.ts'
import {
  companyOfDriver,
  type DeviceReport,
  type Installation,
  lockInstallation,
  lockReporter,
  noteApp,
  saveReport,
} from './reported-devices.store.ts'

/**
 * Registers the phone of the driver's session. A device that changes hands belongs to its new driver; without a new push token it keeps the
 * old one; the lists of both companies are notified. Throws device.of_another_company for a phone of another company that is neither this
 * driver's nor proved by its push token, because knowing an installation id must not be enough to take it over. Throws device.blocked for a
 * blocked or lost one: its row is unchanged, but the session is bound to it and refused everywhere from then on.
 */
export async function registerDevice(
  server: Server,
  actor: Actor,
  { tokenId, ...reported }: DeviceReport & { tokenId: number },
): Promise<{ ok: true }> {
  const { pushToken } = reported
  const sealed = pushToken === null ? null : server.seal.seal(pushToken, 'devices.push_token')
  const device = { ...reported, pushToken: sealed }
  const { isRefused } = await write(server, actor, async (tx) => {
    const now = server.clock.now()
    const driverId = actor.userId ?? NO_USER
    await lockReporter(tx, driverId)
    const known = await lockInstallation(tx, device.installId)
    if (known && !(await mayTake(tx, server, known, { driverId, pushToken }))) {
      throw new DomainError('device.of_another_company')
    }
    const stored = known && known.status !== 'active' ? known : await saveReport(tx, driverId, device, now)
    if (!stored) return { isRefused: true }
    await bindSession(tx, tokenId, stored.id)
    if (stored.status !== 'active') {
      await cutOffDevice(tx, stored.id, now)
      return { isRefused: true }
    }
    await noteApp(tx, driverId, device)
    await record(tx, [devicesChanged(stored.companyId, known?.companyId ?? stored.companyId)], now)
    return { isRefused: false }
  })
  if (isRefused) throw new DomainError('device.blocked')
  return { ok: true }
}

/**
 * Within a company phones may change hands; to another one they move with their driver, or with the push token that only the phone itself
 * has.
 */
async function mayTake(
  tx: Tx,
  { seal }: Server,
  known: Installation,
  { driverId, pushToken }: { driverId: DriverId; pushToken: string | null },
): Promise<boolean> {
  if (known.userId === driverId || known.companyId === (await companyOfDriver(tx, driverId))) return true
  return (
    pushToken !== null && known.pushToken !== null && seal.open(known.pushToken, 'devices.push_token') === pushToken
  )
}
