import * as contract from '@dispecerat/contract/kernel/exports'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { loginOf, loginWith } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../lifecycle/server.ts'
import { ExportFiles } from './export-files.ts'

export function exportsRoutes(http: FastifyInstance, server: Server, folder: string): void {
  http.decorate('exportFiles', new ExportFiles(server, folder))

  mount(http, server, contract.readExport, async ({ params, request }) => {
    const login = loginOf(request)
    const { userId, scope } = login
    const found = await http.exportFiles.find(userId, scope, params.id)
    // The permission for the list must be held in all companies of the file.
    const held = found && loginWith(login, found.permission)
    const allowed = held && (held === login ? found : await http.exportFiles.find(userId, held.scope, params.id))
    const file = allowed ? await allowed.open() : null
    if (!file) throw new DomainError('export.unknown')
    return file
  })
}
