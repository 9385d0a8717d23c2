import { readProofPhoto } from '@dispecerat/contract/orders/goods'
import { readProtocolAccount, saveOwnPickup as savePickup } from '@dispecerat/contract/orders/protocol-account'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { mount } from '../platform/http/mount.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import { proofView } from './delivery/order-proofs.store.ts'
import { protocolAccountView } from './fare/protocol-account.views.ts'
import { saveOwnPickup } from './places/save-own-pickup.ts'

/** Routes of a protocol company's own data, and of delivery photos. */
export function accountOrdersRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  const own = async (userId: UserId | null) => {
    const account = userId === null ? null : await protocolAccountView(db, userId, clock.now())
    if (!account) throw new DomainError('account.no_contract')
    return { data: account }
  }
  mount(http, server, readProtocolAccount, ({ actor }) => own(actor.userId))
  mount(http, server, savePickup, async ({ actor, body }) =>
    own((await saveOwnPickup(server, actor, body.pickup)).accountId),
  )

  mount(http, server, readProofPhoto, async ({ params, actor }) => {
    const data = await proofView(db, actor.scope, params.id)
    if (data === 'unknown') throw new DomainError('order.unknown')
    if (data === null) throw new DomainError('order.no_photo')
    return { data }
  })
}
