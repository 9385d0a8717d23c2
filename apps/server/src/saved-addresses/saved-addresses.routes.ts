import * as contract from '@dispecerat/contract/addresses'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { deleteFromAddressHistory, listAddressHistory } from './address-history.ts'
import { deleteSavedAddress, restoreSavedAddress } from './delete-saved-address.ts'
import { listSavedAddresses } from './list-saved-addresses.ts'

export function savedAddressesRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.listSavedAddresses, ({ params, caller }) =>
    listSavedAddresses(server.db, caller, params.phoneOrUserId),
  )

  mount(http, server, contract.deleteSavedAddress, async ({ params, caller }) => {
    await deleteSavedAddress(server, caller, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreSavedAddress, async ({ params, caller }) => {
    await restoreSavedAddress(server, caller, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.listAddressHistory, async ({ params, caller }) => ({
    data: await listAddressHistory(server.db, caller, params.clientId),
  }))

  mount(http, server, contract.deleteFromAddressHistory, async ({ params, caller }) => {
    await deleteFromAddressHistory(server, caller, params)
    return { ok: true as const }
  })
}
