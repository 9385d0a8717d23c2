import * as contract from '@dispecerat/contract/demo/pretend-callers'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { CallersParts } from './pretend-callers.jobs.ts'
import { callRate } from './pretend-callers.store.ts'
import { numbersOf } from './pretend-callers.views.ts'
import type { PretendPublic } from './pretend-public.ts'
import { setCallRate } from './set-call-rate.ts'

export function callersRoutes(
  http: FastifyInstance,
  server: Server,
  people: PretendPublic,
  { phoneDirectory, testNumbers, isCityOpen }: CallersParts,
): void {
  const { db } = server

  const rateOf = async (companyId: CompanyId) => ({
    company_id: companyId,
    per_hour: await callRate(db, companyId),
    is_city_open: isCityOpen && people.hasExchange,
    is_anybody_there: (await phoneDirectory.dispatchersOf(companyId)).length > 0,
  })

  mount(http, server, contract.readCallRate, async ({ actor, query }) => ({
    data: await rateOf(await chosenCompany(db, actor.scope, query.company_id)),
  }))

  mount(http, server, contract.setCallRate, async ({ actor, body }) => {
    const input = { companyId: body.company_id, perHour: body.per_hour }
    const { companyId } = await setCallRate(server, actor, input)
    return { data: await rateOf(companyId) }
  })

  mount(http, server, contract.readCallers, async ({ actor, query }) => {
    const companyId = await chosenCompany(db, actor.scope, query.company_id)
    return { data: { callers: people.of(companyId), numbers: await numbersOf(db, companyId, testNumbers) } }
  })

  mount(http, server, contract.sendCaller, async ({ actor, body }) => ({
    data: await people.ring(await chosenCompany(db, actor.scope, body.company_id), body.talk_seconds),
  }))

  mount(http, server, contract.callOffCaller, async ({ actor, params }) => {
    people.callOff(params.id, actor.scope.companies)
    return { ok: true as const }
  })
}
