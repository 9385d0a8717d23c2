import * as contract from '@dispecerat/contract/office/users'
import type { Role } from '@dispecerat/domain/identity/permissions'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type UserFilter, userPage } from './user-rows.views.ts'

export function usersRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.listUsers, ({ actor, query }) =>
    userPage(server.db, actor, filterOf(query), pageOf(query, server)),
  )

  mount(http, server, contract.searchUsers, ({ actor, body }) =>
    userPage(server.db, actor, filterOf(body), pageOf(body, server)),
  )
}

interface UserListQuery {
  roles?: Role[] | undefined
  search?: string | undefined
  identifier?: string | undefined
  company_id?: CompanyId | undefined
  ids?: number[] | undefined
}

function filterOf({ roles = [], search, identifier, company_id: companyId, ids }: UserListQuery): UserFilter {
  return {
    roles,
    ...(search ? { search } : {}),
    ...(identifier ? { identifier } : {}),
    ...(companyId === undefined ? {} : { companyId }),
    ...(ids === undefined ? {} : { ids }),
  }
}

function pageOf({ page, per_page: perPage }: { page: number; per_page: number }, { clock }: Server) {
  return { page, perPage, now: clock.now() }
}
