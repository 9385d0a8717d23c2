import type { ClientSelf } from '@dispecerat/contract/site/client-app'
import { sql } from 'kysely'
import { orderOptionViews, serviceViews } from '../../identity/companies/companies.public.ts'
import type { ClientLogin } from '../../platform/http/authenticate.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { pastOfClient } from './past-of-client.ts'

interface Row {
  name: string | null
  company: ClientSelf['company']
}

/** The name is that of the company's client card, unless the phone may have another owner by now. */
export async function clientSelf({ db, clock }: Server, { scope, userId }: ClientLogin): Promise<ClientSelf> {
  const [companyId] = scope.companies
  const [{ rows }, services, options] = await Promise.all([
    sql<Row>`
      select json_build_object('id', companies.id, 'name', companies.name, 'phone', companies.phone) as company,
        case when client.created_at > ${pastOfClient(clock.now())} or exists (select from orders
          where client_id = ${userId} and client_phone = ${scope.clientPhone} and created_by_company_id = ${companyId}
            and placed_at > ${pastOfClient(clock.now())} and deleted_at is null)
          then client.name end as name
      from companies left join company_clients client on client.company_id = companies.id and client.user_id = ${userId}
      where companies.id = ${companyId}
    `.execute(db),
    serviceViews(db, scope),
    orderOptionViews(db, scope),
  ])
  const [row] = rows
  if (!row) throw new Error('a session is of a company that exists')
  return { phone: scope.clientPhone, ...row, services, options }
}
