import * as contract from '@dispecerat/contract/geography/addresses'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { deleteFromAddressHistory, listAddressHistory } from './address-history.ts'
import { deleteSavedAddress, restoreSavedAddress } from './delete-saved-address.ts'
import { listSavedAddresses } from './list-saved-addresses.ts'

export function savedAddressesRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.listSavedAddresses, ({ params, actor }) =>
    listSavedAddresses(server.db, actor, params.phoneOrUserId),
  )

  mount(http, server, contract.deleteSavedAddress, async ({ params, actor }) => {
    await deleteSavedAddress(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreSavedAddress, async ({ params, actor }) => {
    await restoreSavedAddress(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.listAddressHistory, async ({ params, actor }) => ({
    data: await listAddressHistory(server.db, actor, params.clientId),
  }))

  mount(http, server, contract.deleteFromAddressHistory, async ({ params, actor }) => {
    await deleteFromAddressHistory(server, actor, params)
    return { ok: true as const }
  })
}
