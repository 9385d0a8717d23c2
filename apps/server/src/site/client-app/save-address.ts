import type { saveClientAddress } from '@dispecerat/contract/site/client-app'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { z } from 'zod'
import { saveUsedAddress } from '../../geography/saved-addresses/saved-addresses.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { ClientLogin } from '../../platform/http/authenticate.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { addressesOfClient, MAX_ADDRESSES } from './own-addresses.views.ts'
import { pastOfClient } from './past-of-client.ts'

/** Adds an address to the client's list, also one that was removed. Throws client_app.too_many_addresses. */
export async function saveAddress(
  server: Server,
  actor: Actor,
  scope: ClientLogin['scope'],
  { name, lat, long, place_id, bloc, scara, reper }: z.output<typeof saveClientAddress.body>,
): Promise<{ id: number }> {
  return write(server, actor, async (tx) => {
    const now = server.clock.now()
    const door = { bloc: bloc ?? null, scara: scara ?? null, reper: reper ?? null }
    const place = { name, lat, long, placeId: place_id ?? null, comment: null, ...door }
    const owner = { companyId: scope.companies[0], phone: scope.clientPhone, userId: scope.ownUserId }
    const id = await saveUsedAddress(tx, { ...owner, place }, now)
    const own = await addressesOfClient(tx, scope, pastOfClient(now))
    if (own.length > MAX_ADDRESSES) throw new DomainError('client_app.too_many_addresses')
    return { id }
  })
}
