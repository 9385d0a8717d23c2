import * as contract from '@dispecerat/contract/stands'
import type { FastifyInstance } from 'fastify'
import type { Fleet } from '../fleet/fleet.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { createStand } from './create-stand.ts'
import { deleteStand } from './delete-stand.ts'
import { editStand } from './edit-stand.ts'
import { restoreStand } from './restore-stand.ts'
import { standCompanies, standQueueView, standView, standViews } from './stands.views.ts'

/** What a change of a stand needs of the fleet besides: the next position here must meet the new stand. */
interface StandReader {
  readStands(): Promise<void>
}

export function standsRoutes(http: FastifyInstance, server: Server, fleet: Fleet & StandReader): void {
  const { db } = server

  mount(http, server, contract.listStands, async ({ caller }) => ({
    data: await standViews(db, fleet, caller.scope),
    companies: await standCompanies(db, caller.scope),
  }))

  mount(http, server, contract.createStand, async ({ caller, body }) => {
    const { company_id: companyId, radius_m: radiusMetres, is_active: isActive, ...rest } = body
    const { standId } = await createStand(server, caller, { ...rest, companyId, radiusMetres, isActive })
    await fleet.readStands()
    return { data: await standView(db, fleet, caller.scope, standId) }
  })

  mount(http, server, contract.editStand, async ({ caller, params, body }) => {
    const { radius_m: radiusMetres, is_active: isActive, ...rest } = body
    await editStand(server, caller, params.id, { ...rest, radiusMetres, isActive })
    await fleet.readStands()
    return { data: await standView(db, fleet, caller.scope, params.id) }
  })

  mount(http, server, contract.deleteStand, async ({ caller, params }) => {
    await deleteStand(server, caller, params.id)
    await fleet.readStands()
    return { ok: true as const }
  })

  mount(http, server, contract.restoreStand, async ({ caller, params }) => {
    await restoreStand(server, caller, params.id)
    await fleet.readStands()
    return { data: await standView(db, fleet, caller.scope, params.id) }
  })

  mount(http, server, contract.readStandQueue, async ({ caller, params }) => ({
    data: await standQueueView(db, fleet, caller.scope, params.id),
  }))
}
