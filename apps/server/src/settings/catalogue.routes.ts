import * as contract from '@dispecerat/contract/catalogue'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chosenCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { type CatalogueKind, type CatalogueRow, catalogueOf, entryView, lockEntry } from './catalogue.store.ts'
import { createEntry, deleteEntry, editEntry, restoreEntry, sortEntries } from './change-catalogue.ts'

export function catalogueRoutes(http: FastifyInstance, server: Server): void {
  const rows = (kind: CatalogueKind, caller: Caller, companyId: number | null) =>
    catalogueOf(server.db, kind, companyId).then((found) => viewsOf(found, caller))
  const list = async (kind: CatalogueKind, caller: Caller, asked: number | undefined) => {
    const isPlatform = asked === undefined && caller.scope.companies === 'every'
    return rows(kind, caller, isPlatform ? null : await chosenCompany(server.db, caller.scope, asked))
  }
  const view = (kind: CatalogueKind, caller: Caller, id: number) =>
    server.db.transaction().execute(async (tx) => {
      const row = await lockEntry(tx, kind, caller.scope, id)
      if (!row) throw new DomainError('catalogue.unknown')
      return { data: entryView(row, caller.scope) }
    })

  mount(http, server, contract.listCatalogueServices, ({ caller, query }) => list('service', caller, query.company_id))
  mount(http, server, contract.listCatalogueOptions, ({ caller, query }) => list('option', caller, query.company_id))

  mount(http, server, contract.createService, async ({ caller, body }) => {
    const { company_id: companyId, name, code, package_id: packageId, base_tariff_id: baseTariffId } = body
    const wish = { companyId, name, code, packageId, baseTariffId }
    return view('service', caller, (await createEntry(server, caller, 'service', wish)).id)
  })
  mount(http, server, contract.createOrderOption, async ({ caller, body }) => {
    const wish = { companyId: body.company_id, name: body.name, serviceIds: body.service_ids }
    return view('option', caller, (await createEntry(server, caller, 'option', wish)).id)
  })

  mount(http, server, contract.editService, async ({ caller, params, body, request }) => {
    await editEntry(server, caller, 'service', { id: params.id, change: body, version: versionOf(request) })
    return view('service', caller, params.id)
  })
  mount(http, server, contract.editOrderOption, async ({ caller, params, body, request }) => {
    await editEntry(server, caller, 'option', { id: params.id, change: body, version: versionOf(request) })
    return view('option', caller, params.id)
  })

  mount(http, server, contract.deleteService, async ({ caller, params }) => {
    await deleteEntry(server, caller, 'service', params.id)
    return { ok: true as const }
  })
  mount(http, server, contract.deleteOrderOption, async ({ caller, params }) => {
    await deleteEntry(server, caller, 'option', params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreService, async ({ caller, params }) => {
    await restoreEntry(server, caller, 'service', params.id)
    return view('service', caller, params.id)
  })
  mount(http, server, contract.restoreOrderOption, async ({ caller, params }) => {
    await restoreEntry(server, caller, 'option', params.id)
    return view('option', caller, params.id)
  })

  mount(http, server, contract.sortServices, async ({ caller, body: { company_id, ids } }) => {
    const { companyId } = await sortEntries(server, caller, 'service', { companyId: company_id, ids })
    return rows('service', caller, companyId)
  })
  mount(http, server, contract.sortOrderOptions, async ({ caller, body: { company_id, ids } }) => {
    const { companyId } = await sortEntries(server, caller, 'option', { companyId: company_id, ids })
    return rows('option', caller, companyId)
  })
}

function viewsOf(found: readonly CatalogueRow[], { scope }: Caller) {
  return { data: found.map((row) => entryView(row, scope)) }
}

/** The version an editor read. */
function versionOf(request: FastifyRequest): string | undefined {
  return request.headers['if-unmodified-since']?.trim() || undefined
}
