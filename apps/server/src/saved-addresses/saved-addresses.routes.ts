import * as contract from '@dispecerat/contract/addresses'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { deleteSavedAddress } from './delete-saved-address.ts'
import { listSavedAddresses } from './list-saved-addresses.ts'

export function savedAddressesRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.listSavedAddresses, ({ params, caller }) =>
    listSavedAddresses(server.db, caller, params.phoneOrUserId),
  )

  mount(http, server, contract.deleteSavedAddress, async ({ params, caller }) => {
    await deleteSavedAddress(server, caller, params.id)
    return { ok: true as const }
  })
}
