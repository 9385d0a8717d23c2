import * as contract from '@dispecerat/contract/billing/filings'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import type { Authorities } from '../../adapters/authorities/authorities.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { efacturaRoutes } from './efactura.routes.ts'
import { fileRegister } from './file-register.ts'
import { filesOf } from './filings.store.ts'
import { filingPage, filingView } from './filings.views.ts'
import { resendFiling } from './resend-filing.ts'

/** Filings that were or will be sent to authorities. */
export function filingsRoutes(http: FastifyInstance, server: Server, authorities: Authorities): void {
  const { db } = server
  efacturaRoutes(http, server, authorities.efactura)
  const providers = { efactura: authorities.efactura !== null, townhall: authorities.townhall !== null }
  mount(http, server, contract.listFilings, async ({ actor, query: { page, per_page, ...filter } }) => {
    const { data, meta } = await filingPage(db, actor.scope, filter, { page, perPage: per_page })
    return { data, meta: { ...meta, page, per_page }, providers }
  })
  mount(http, server, contract.readFilingFile, async ({ actor, params }) => {
    const found = await filesOf(db, actor.scope, params.id)
    if (!found) throw new DomainError('filing.unknown')
    const type = found.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/xml; charset=utf-8'
    return new FileAnswer(type, Buffer.from(found.content), attached(found.fileName))
  })
  mount(http, server, contract.readFilingAnswer, async ({ actor, params }) => {
    const found = await filesOf(db, actor.scope, params.id)
    if (!found) throw new DomainError('filing.unknown')
    if (found.answer === null) throw new DomainError('filing.no_answer')
    return new FileAnswer(
      'application/zip',
      found.answer,
      attached(`${found.fileName.replace(/\.\w+$/, '')}_raspuns.zip`),
    )
  })
  mount(http, server, contract.resendFiling, async ({ actor, params }) => {
    const { filingId } = await resendFiling(server, actor, params.id)
    return { data: await filingView(db, actor.scope, filingId) }
  })
  mount(http, server, contract.fileRegister, async ({ actor, body, existed }) => {
    const { company_id: companyId, day, format } = body
    const { filingId, isNew } = await fileRegister(server, actor, { companyId, day, format })
    if (!isNew) existed()
    return { data: await filingView(db, actor.scope, filingId) }
  })
}

function attached(fileName: string): Record<string, string> {
  return { 'content-disposition': `attachment; filename="${fileName}"` }
}
