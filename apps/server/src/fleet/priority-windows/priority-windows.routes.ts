import * as contract from '@dispecerat/contract/fleet/priority-windows'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance } from 'fastify'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { addPriorityWindow, deletePriorityWindow, restorePriorityWindow } from './priority-windows.commands.ts'
import { priorityWindowPage, priorityWindowView } from './priority-windows.views.ts'

export function prioritiesRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.listPriorityWindows, async ({ actor, query }) => {
    const { page, per_page } = query
    const { data, total } = await priorityWindowPage(db, actor.scope, { page, perPage: per_page })
    return { data, total, meta: { total, total_is_capped: false, page, per_page } }
  })

  mountForm(http, server, contract.addPriorityWindow, async ({ actor, body }) => {
    const window = {
      get from() {
        return instant('from', body.from)
      },
      get to() {
        return instant('to', body.to)
      },
      get userIds() {
        return body.users.map(({ id }) => id)
      },
    }
    const { id } = await addPriorityWindow(server, actor, window)
    return { data: await priorityWindowView(db, id) }
  })

  mount(http, server, contract.deletePriorityWindow, async ({ actor, params }) => {
    await deletePriorityWindow(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restorePriorityWindow, async ({ actor, params }) => {
    const { id } = await restorePriorityWindow(server, actor, params.id)
    return { data: await priorityWindowView(db, id) }
  })
}

function instant(field: 'from' | 'to', text: string): Date {
  const at = fromWireTime(text)
  if (!at) throw new FieldErrors({ [field]: ['Dată și oră invalide'] })
  return at
}
