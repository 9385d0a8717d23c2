import * as contract from '@dispecerat/contract/geography/zones'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { renamed } from '../../platform/http/check-all.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { createZone } from './create-zone.ts'
import { deleteZone } from './delete-zone.ts'
import { editZone } from './edit-zone.ts'
import { importZones, tryZonesFile } from './import-zones.ts'
import { rejoinZone } from './rejoin-zone.ts'
import { restoreZone } from './restore-zone.ts'
import { splitZone } from './split-zone.ts'
import { companiesOfZones, polygonView, polygonViews, zonesForFile } from './zones.views.ts'
import { zonesAsFile } from './zones-file.ts'

/** Reloads zones before the reply, so that the client's next request already sees them. */
export interface ZoneReader {
  readZones(companies: readonly CompanyId[]): Promise<void>
}

export function zonesRoutes(http: FastifyInstance, server: Server, reader: ZoneReader): void {
  const { db } = server

  mount(http, server, contract.listPolygons, ({ actor }) => polygonViews(db, actor.scope))

  mount(http, server, contract.readPolygon, ({ actor, params }) => polygonView(db, actor.scope, params.id))

  mount(http, server, contract.exportPolygons, async ({ actor, query }) => {
    if (query.company_id !== undefined) await chosenCompany(db, actor.scope, query.company_id)
    const text = zonesAsFile(await zonesForFile(db, actor.scope, query.company_id))
    return new FileAnswer('application/geo+json; charset=utf-8', Buffer.from(text), {
      'content-disposition': 'attachment; filename="zone.geojson"',
    })
  })

  drawingRoutes(http, server, reader)
  fileRoutes(http, server, reader)
}

function drawingRoutes(http: FastifyInstance, server: Server, reader: ZoneReader): void {
  const { db } = server
  const readAgain = async (zoneIds: readonly ZoneId[]) => reader.readZones(await companiesOfZones(db, zoneIds))

  mountForm(http, server, contract.createPolygon, async ({ actor, body }) => {
    const fields = { companyId: 'company_id', name: 'name', paths: 'paths', color: 'color' } as const
    const { zoneId } = await createZone(server, actor, renamed(body, fields))
    await readAgain([zoneId])
    return { data: await polygonView(db, actor.scope, zoneId) }
  })

  mountForm(http, server, contract.editPolygon, async ({ actor, params, body, version }) => {
    const { zoneId } = await editZone(server, actor, { zoneId: params.id, version }, body)
    await readAgain([zoneId])
    return { data: await polygonView(db, actor.scope, zoneId) }
  })

  mount(http, server, contract.deletePolygon, async ({ actor, params, version }) => {
    await deleteZone(server, actor, { zoneId: params.id, version })
    await readAgain([params.id])
    return { ok: true as const }
  })

  mount(http, server, contract.restorePolygon, async ({ actor, params }) => {
    const { zoneId } = await restoreZone(server, actor, params.id)
    await readAgain([zoneId])
    return { data: await polygonView(db, actor.scope, zoneId) }
  })

  mountForm(http, server, contract.splitPolygon, async ({ actor, params, body, version }) => {
    const { zoneIds } = await splitZone(server, actor, { zoneId: params.id, version }, body)
    await readAgain(zoneIds)
    return { data: await Promise.all(zoneIds.map((zoneId) => polygonView(db, actor.scope, zoneId))) }
  })

  mount(http, server, contract.rejoinPolygon, async ({ actor, params, body }) => {
    const { zoneId } = await rejoinZone(server, actor, { zoneId: params.id, partId: body.part_id })
    await readAgain([zoneId])
    return { data: await polygonView(db, actor.scope, zoneId) }
  })
}

function fileRoutes(http: FastifyInstance, server: Server, reader: ZoneReader): void {
  mount(http, server, contract.importPolygons, async ({ actor, body }) => {
    const { company_id: companyId, geojson, fixes, names, chosen } = body
    const input = { companyId, geojson, fixes, names, chosen }
    if (body.dry_run) return { data: { ...(await tryZonesFile(server, actor, input)), saved_ids: [] } }
    const { zoneIds } = await importZones(server, actor, input)
    await reader.readZones(await companiesOfZones(server.db, zoneIds))
    return { data: { saved_ids: zoneIds, errors: [], zones: [] } }
  })
}
