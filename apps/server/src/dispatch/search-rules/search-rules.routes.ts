import * as contract from '@dispecerat/contract/dispatch/search-rules'
import type { FastifyInstance } from 'fastify'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { createSearchInterval } from './create-search-interval.ts'
import { createSearchMethod } from './create-search-method.ts'
import { deleteSearchInterval } from './delete-search-interval.ts'
import { editSearchInterval } from './edit-search-interval.ts'
import { editSearchMethod } from './edit-search-method.ts'
import { restoreSearchInterval } from './restore-search-interval.ts'
import { chosenCompanyOf, companiesOf } from './rules-company.store.ts'
import { intervalView, intervalViews, methodView } from './search-rules.views.ts'
import { sortSearchIntervals } from './sort-search-intervals.ts'

export function searchRulesRoutes(http: FastifyInstance, server: Server): void {
  intervalRoutes(http, server)
  methodRoutes(http, server)
}

function intervalRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.listSearchIntervals, async ({ actor, query }) => {
    const companyId = await chosenCompanyOf(db, actor, query.company_id)
    const [companies, data] = await Promise.all([companiesOf(db, actor.scope), intervalViews(db, companyId)])
    return { company_id: companyId, companies, data }
  })

  mountForm(http, server, contract.createSearchInterval, async ({ actor, body }) => {
    const { intervalId } = await createSearchInterval(server, actor, body)
    return { data: await intervalView(db, intervalId) }
  })

  mountForm(http, server, contract.editSearchInterval, async ({ actor, params, body, version }) => {
    const at = { intervalId: params.id, version }
    const { intervalId } = await editSearchInterval(server, actor, at, body)
    return { data: await intervalView(db, intervalId) }
  })

  mount(http, server, contract.deleteSearchInterval, async ({ actor, params, version }) => {
    await deleteSearchInterval(server, actor, { intervalId: params.id, version })
    return { ok: true as const }
  })

  mount(http, server, contract.restoreSearchInterval, async ({ actor, params }) => {
    const { intervalId } = await restoreSearchInterval(server, actor, params.id)
    return { data: await intervalView(db, intervalId) }
  })

  mount(http, server, contract.sortSearchIntervals, async ({ actor, body }) => {
    const { companyId } = await sortSearchIntervals(server, actor, body)
    return { data: await intervalViews(db, companyId) }
  })
}

function methodRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mountForm(http, server, contract.createSearchMethod, async ({ actor, body }) => {
    const { methodId } = await createSearchMethod(server, actor, body)
    return { data: await methodView(db, actor.scope, methodId) }
  })

  mount(http, server, contract.readSearchMethod, async ({ actor, params }) => ({
    data: await methodView(db, actor.scope, params.id),
  }))

  mount(http, server, contract.editSearchMethod, async ({ actor, params, body, version }) => {
    const at = { methodId: params.id, version }
    const { methodId } = await editSearchMethod(server, actor, at, body.definitions)
    return { data: await methodView(db, actor.scope, methodId) }
  })
}
