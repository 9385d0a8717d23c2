import * as contract from '@dispecerat/contract/exports'
import { DomainError } from '@dispecerat/domain/errors'
import { rolesMay } from '@dispecerat/domain/permissions'
import type { FastifyInstance } from 'fastify'
import { loginOf } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { ExportFiles } from './export-files.ts'

export function exportsRoutes(http: FastifyInstance, server: Server, folder: string): void {
  http.decorate('exportFiles', new ExportFiles(server, folder))

  mount(http, server, contract.readExport, async ({ params, request }) => {
    const { userId, scope, roles, withheld } = loginOf(request)
    const found = await http.exportFiles.find(userId, scope, params.id)
    const file = found && rolesMay(roles, found.permission, withheld) ? await found.open() : null
    if (!file) throw new DomainError('export.unknown')
    return file
  })
}
