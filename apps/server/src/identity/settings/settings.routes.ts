import * as contract from '@dispecerat/contract/identity/settings'
import type { SettingsGroup } from '@dispecerat/domain/identity/company-settings'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { RouterConfig } from '../../platform/config/config.ts'
import type { Scope } from '../../platform/db/actor.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import { changeGroupSettings } from './change-group-settings.ts'
import { groupOf } from './group-settings.store.ts'

export function settingsRoutes(http: FastifyInstance, server: Server, router: RouterConfig): void {
  mount(http, server, contract.readRouter, ({ actor }) => ({ data: routerView(router, actor.scope) }))

  const view = async (scope: Scope, group: SettingsGroup, requestedId: CompanyId | undefined) => {
    const companyId = await chosenCompany(server.db, scope, requestedId)
    return { data: { company_id: companyId, group, ...(await groupOf(server.db, companyId, group)) } }
  }

  mount(http, server, contract.readGroupSettings, ({ actor, params, query }) =>
    view(actor.scope, params.group, query.company_id),
  )

  mount(http, server, contract.changeGroupSettings, async ({ actor, params, body, version }) => {
    const { company_id: requestedId, ...change } = body
    const { companyId } = await changeGroupSettings(server, actor, {
      companyId: requestedId,
      group: params.group,
      change,
      version,
    })
    return view(actor.scope, params.group, companyId)
  })
}

/** Shows only the origin, because path and query of the router's URL may contain a key. */
function routerView(router: RouterConfig, { companies }: Scope): contract.RouterInUse {
  const url = 'url' in router && companies === 'every' ? new URL(router.url).origin : null
  return { kind: router.kind, url }
}
