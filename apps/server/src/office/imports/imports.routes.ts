import * as contract from '@dispecerat/contract/office/imports'
import type { FastifyInstance } from 'fastify'
import { AccountConflictLimiter } from '../../identity/accounts/accounts.public.ts'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { sendTable } from '../../platform/exports/exports.public.ts'
import { consoleUrlOf } from '../../platform/http/console-url.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { IMPORT_PLANS } from './import-columns.ts'
import { importsOf } from './imports.views.ts'
import { runImport } from './run-import.ts'
import { stopImport } from './stop-import.ts'

const FILE_NAMES = { drivers: 'model-soferi', cars: 'model-masini', clients: 'model-clienti' } as const

export function importsRoutes(http: FastifyInstance, server: Server, publicOrigins: readonly string[]): void {
  const limiter = new AccountConflictLimiter(server.clock)
  mount(http, server, contract.runImport, async ({ actor, params, body, request }) => {
    if (params.kind === 'drivers') limiter.requireCapacity(actor)
    const report = await runImport(server, actor, {
      kind: params.kind,
      file: body.file,
      companyId: body.company_id,
      dryRun: body.dry_run,
      skipExisting: body.skip_existing,
      consoleUrl: consoleUrlOf(request, publicOrigins),
      countConflicts: (conflicts) => limiter.count(actor, conflicts),
    })
    return { data: report }
  })

  mount(http, server, contract.listImports, async ({ actor, query }) => {
    const companyId = await chosenCompany(server.db, actor.scope, query.company_id)
    return { data: await importsOf(server.db, companyId) }
  })

  mount(http, server, contract.stopImport, async ({ actor, params }) => {
    await stopImport(server, actor, params.id)
    return { data: { ok: true as const } }
  })

  mount(http, server, contract.importTemplate, ({ params: { kind }, query: { format }, reply }) => {
    const { columns } = IMPORT_PLANS[kind]
    const example = Object.fromEntries(columns.map(({ field, example: text }) => [field, text]))
    return sendTable(reply, {
      format,
      fileName: FILE_NAMES[kind],
      columns: columns.map(({ field, label }) => ({ key: field, label })),
      rows: [example],
    })
  })
}
