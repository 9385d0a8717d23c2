import * as contract from '@dispecerat/contract/fleet/stands'
import type { FastifyInstance } from 'fastify'
import { renamed } from '../../platform/http/check-all.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Fleet } from '../fleet.public.ts'
import { createStand, deleteStand, editStand, restoreStand } from './stands.commands.ts'
import { standCompanies, standQueueView, standView, standViews } from './stands.views.ts'

/** The part of the fleet that a changed stand needs: the next position on this node must see the new stand. */
export interface StandReader {
  readStands(): Promise<void>
}

const FIELDS = {
  name: 'name',
  lat: 'lat',
  long: 'long',
  radiusMetres: 'radius_m',
  capacity: 'capacity',
  isActive: 'is_active',
} as const

export function standsRoutes(http: FastifyInstance, server: Server, fleet: Fleet & StandReader): void {
  const { db } = server

  mount(http, server, contract.listStands, async ({ actor }) => ({
    data: await standViews(db, fleet, actor.scope),
    companies: await standCompanies(db, actor.scope),
  }))

  mountForm(http, server, contract.createStand, async ({ actor, body }) => {
    const { id } = await createStand(server, actor, renamed(body, { ...FIELDS, companyId: 'company_id' }))
    await fleet.readStands()
    return { data: await standView(db, fleet, actor.scope, id) }
  })

  mountForm(http, server, contract.editStand, async ({ actor, params, body }) => {
    await editStand(server, actor, params.id, renamed(body, FIELDS))
    await fleet.readStands()
    return { data: await standView(db, fleet, actor.scope, params.id) }
  })

  mount(http, server, contract.deleteStand, async ({ actor, params }) => {
    await deleteStand(server, actor, params.id)
    await fleet.readStands()
    return { ok: true as const }
  })

  mount(http, server, contract.restoreStand, async ({ actor, params }) => {
    await restoreStand(server, actor, params.id)
    await fleet.readStands()
    return { data: await standView(db, fleet, actor.scope, params.id) }
  })

  mount(http, server, contract.readStandQueue, async ({ actor, params }) => ({
    data: await standQueueView(db, fleet, actor.scope, params.id),
  }))
}
