import * as contract from '@dispecerat/contract/identity/catalogue'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import { createEntry, deleteEntry, editEntry, restoreEntry, sortEntries } from './catalogue.commands.ts'
import { type CatalogueKind, type CatalogueRow, catalogueOf, entryView, lockEntry } from './catalogue.store.ts'

export function catalogueRoutes(http: FastifyInstance, server: Server): void {
  const rows = (kind: CatalogueKind, actor: Actor, companyId: CompanyId | null) =>
    catalogueOf(server.db, kind, companyId).then((found) => viewsOf(found, actor))
  const list = async (kind: CatalogueKind, actor: Actor, requestedId: CompanyId | undefined) => {
    const isPlatform = requestedId === undefined && actor.scope.companies === 'every'
    return rows(kind, actor, isPlatform ? null : await chosenCompany(server.db, actor.scope, requestedId))
  }
  const view = (kind: CatalogueKind, actor: Actor, id: number) =>
    server.db.transaction().execute(async (tx) => {
      const row = await lockEntry(tx, kind, actor.scope, id)
      if (!row) throw new DomainError('catalogue.unknown')
      return { data: entryView(row, actor.scope) }
    })

  mount(http, server, contract.listCatalogueServices, ({ actor, query }) => list('service', actor, query.company_id))
  mount(http, server, contract.listCatalogueOptions, ({ actor, query }) => list('option', actor, query.company_id))

  mount(http, server, contract.createService, async ({ actor, body }) => {
    const { company_id: companyId, name, code, package_id: packageId, base_tariff_id: baseTariffId } = body
    const input = { companyId, name, code, packageId, baseTariffId }
    return view('service', actor, (await createEntry(server, actor, 'service', input)).id)
  })
  mount(http, server, contract.createOrderOption, async ({ actor, body }) => {
    const input = { companyId: body.company_id, name: body.name, serviceIds: body.service_ids }
    return view('option', actor, (await createEntry(server, actor, 'option', input)).id)
  })

  mount(http, server, contract.editService, async ({ actor, params, body, version }) => {
    await editEntry(server, actor, 'service', { id: params.id, change: body, version })
    return view('service', actor, params.id)
  })
  mount(http, server, contract.editOrderOption, async ({ actor, params, body, version }) => {
    await editEntry(server, actor, 'option', { id: params.id, change: body, version })
    return view('option', actor, params.id)
  })

  mount(http, server, contract.deleteService, async ({ actor, params }) => {
    await deleteEntry(server, actor, 'service', params.id)
    return { ok: true as const }
  })
  mount(http, server, contract.deleteOrderOption, async ({ actor, params }) => {
    await deleteEntry(server, actor, 'option', params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreService, async ({ actor, params }) => {
    await restoreEntry(server, actor, 'service', params.id)
    return view('service', actor, params.id)
  })
  mount(http, server, contract.restoreOrderOption, async ({ actor, params }) => {
    await restoreEntry(server, actor, 'option', params.id)
    return view('option', actor, params.id)
  })

  mount(http, server, contract.sortServices, async ({ actor, body: { company_id, ids } }) => {
    const { companyId } = await sortEntries(server, actor, 'service', { companyId: company_id, ids })
    return rows('service', actor, companyId)
  })
  mount(http, server, contract.sortOrderOptions, async ({ actor, body: { company_id, ids } }) => {
    const { companyId } = await sortEntries(server, actor, 'option', { companyId: company_id, ids })
    return rows('option', actor, companyId)
  })
}

function viewsOf(found: readonly CatalogueRow[], { scope }: Actor) {
  return { data: found.map((row) => entryView(row, scope)) }
}
