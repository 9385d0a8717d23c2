import * as contract from '@dispecerat/contract/office/personal-data'
import type { FastifyInstance } from 'fastify'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { SoundBin } from './advance-erasure-run.ts'
import { clientDataPdf } from './client-data-pdf.ts'
import { requireClient } from './client-person.store.ts'
import { eraseClient } from './erase-client.ts'
import { erasuresOfClient, erasureView } from './erasure-runs.views.ts'
import { exportClientData } from './export-client-data.ts'
import { stopErasure } from './stop-erasure.ts'

/** Routes for a client's rights to a copy of their data and to erasure. */
export function personalDataRoutes(http: FastifyInstance, server: Server, bin: SoundBin): void {
  mount(http, server, contract.exportPersonalData, async ({ actor, params, body }) => {
    const { client, data } = await exportClientData(server, actor, { clientId: params.id, format: body.format })
    const { name, phone, email } = client
    const now = server.clock.now()
    const headers = { 'content-disposition': `attachment; filename="date-personale-${params.id}.${body.format}"` }
    if (body.format === 'pdf') {
      return new FileAnswer('application/pdf', clientDataPdf({ name, phone, email }, data, now), headers)
    }
    const whole = { client: { name, phone, email, created_at: client.createdAt }, exported_at: now, ...data }
    return new FileAnswer('application/json; charset=utf-8', Buffer.from(JSON.stringify(whole, null, 2)), headers)
  })

  mount(http, server, contract.erasePersonalData, async ({ actor, params, body }) => {
    const { isWhole, removed } = await eraseClient(server, actor, { clientId: params.id, reason: body.reason, bin })
    return { data: { is_whole: isWhole, removed } }
  })

  mount(http, server, contract.listErasures, async ({ actor, params }) => {
    const { userId } = await requireClient(server.db, actor.scope, params.id)
    return { data: await erasuresOfClient(server.db, actor.scope, userId) }
  })

  mount(http, server, contract.stopErasure, async ({ actor, params }) => {
    const { runId } = await stopErasure(server, actor, params.id)
    return { data: await erasureView(server.db, runId) }
  })
}
