import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { isBlockedPhone } from '../../orders/clients/clients.public.ts'
import { lockOwnOrder } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { requireMayLeave } from '../../platform/limits/limits.public.ts'
import { userOf } from '../calls/accept-call.ts'
import { type DialRequest, findDriver, phoneOfUser, saveDialled, telephoneCompany } from './dialled-phones.store.ts'
import { whyNotOut } from './let-out.ts'

export interface WhoToDial {
  /** E.164. */
  phone?: string | undefined
  driverId?: DriverId | undefined
  orderId?: OrderId | undefined
}

export interface MayDial {
  phone: string
  orderId: OrderId | null
  driverId: DriverId | null
}

/**
 * Allows a dispatcher to dial a phone within a minute. `order.phone_blocked` for a phone that the company blocks, `call.no_phone` when no
 * number is known; one of OUTGOING_REFUSALS for a call that the limits refuse.
 */
export async function dialPhone(server: Server, actor: Actor, who: WhoToDial): Promise<MayDial> {
  return write(server, actor, async (tx) => {
    const me = userOf(actor)
    const { isForRunning, ...input } = await inputOf(tx, actor, who)
    await requireMayLeave(tx, input.companyId, { isForRunning })
    if (input.calleeDriverId === null && (await isBlockedPhone(tx, input.companyId, input.phone))) {
      throw new DomainError('order.phone_blocked')
    }
    const now = server.clock.now()
    const refusal = await whyNotOut(tx, { companyId: input.companyId, userId: me, phone: input.phone }, now)
    if (refusal) throw new DomainError(refusal)
    await saveDialled(tx, me, input, now)
    return { phone: input.phone, orderId: input.orderId, driverId: input.calleeDriverId }
  })
}

/**
 * `isForRunning`: the call is about an order with a driver. The client or the driver may have to be reached even when the company is
 * suspended.
 */
type DialInput = DialRequest & { isForRunning: boolean }

async function inputOf(tx: Tx, actor: Actor, { phone, driverId, orderId }: WhoToDial): Promise<DialInput> {
  if (orderId !== undefined) return aboutOrder(tx, actor, { orderId, driverId, phone })
  if (driverId !== undefined) {
    const driver = await findDriver(tx, actor.scope, driverId)
    if (!driver) throw new DomainError('driver.unknown')
    const about = { orderId: null, calleeDriverId: driverId, isForRunning: false }
    return { companyId: driver.companyId, phone: known(driver.phone), ...about }
  }
  const companyId = await telephoneCompany(tx, actor)
  if (companyId === null) throw new DomainError('account.forbidden')
  return { companyId, phone: known(phone ?? null), orderId: null, calleeDriverId: null, isForRunning: false }
}

/** The client of an order of the actor, or its driver. A typed phone is the client's second one. */
async function aboutOrder(
  tx: Tx,
  actor: Actor,
  { orderId, driverId, phone }: WhoToDial & { orderId: OrderId },
): Promise<DialInput> {
  const order = await lockOwnOrder(tx, actor.scope, orderId)
  const companyId = order.createdByCompanyId
  const isForRunning = order.state === 'assigned'
  if (driverId === undefined) {
    const called = known(phone ?? order.clientPhone ?? order.phone)
    return { companyId, phone: called, orderId, calleeDriverId: null, isForRunning }
  }
  const isOfOrder = order.driverId === driverId
  const driver = isOfOrder ? { phone: await phoneOfUser(tx, driverId) } : await findDriver(tx, actor.scope, driverId)
  if (!driver) throw new DomainError('driver.unknown')
  return { companyId, phone: known(driver.phone), orderId: null, calleeDriverId: driverId, isForRunning }
}

function known(phone: string | null): string {
  if (phone === null) throw new DomainError('call.no_phone')
  return phone
}
