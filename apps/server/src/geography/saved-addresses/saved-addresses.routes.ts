import type { SavedAddress } from '@dispecerat/contract/geography/addresses'
import * as contract from '@dispecerat/contract/geography/addresses'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { asId } from '@dispecerat/domain/kernel/ids'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { deleteFromAddressHistory, listAddressHistory } from './address-history.ts'
import { deleteSavedAddress, restoreSavedAddress } from './delete-saved-address.ts'
import { addressesOf, type Owner } from './saved-addresses.store.ts'

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

/** Addresses by a phone or a user id, whichever the text is; 422 when it is neither. */
async function listSavedAddresses(db: Db, actor: Actor, phoneOrUserId: string): Promise<SavedAddress[]> {
  return addressesOf(db, actor.scope, ownerOf(phoneOrUserId))
}

function ownerOf(text: string): Owner {
  if (/^[+0]/.test(text)) {
    const phone = normalizePhone(text)
    if (isPhone(phone)) return { phone }
  } else if (/^\d{1,15}$/.test(text)) {
    return { userId: asId(Number(text)) }
  }
  throw new FieldErrors({ phoneOrUserId: ['Număr de telefon sau identificator invalid'] })
}
