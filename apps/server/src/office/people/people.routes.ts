import { resetTwoFactor as resetTwoFactorEndpoint } from '@dispecerat/contract/identity/two-factor'
import type { Person } from '@dispecerat/contract/office/people'
import * as contract from '@dispecerat/contract/office/people'
import {
  endSessionOfPerson,
  endSessionsOfPerson,
  listSessionsOfPerson,
} from '@dispecerat/contract/office/person-sessions'
import { mayReadPeople, type PeopleType } from '@dispecerat/domain/identity/role-grants'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { driverCards, type Fleet } from '../../fleet/fleet.public.ts'
import { AccountConflictLimiter } from '../../identity/accounts/accounts.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { sendTable, streamRows } from '../../platform/exports/exports.public.ts'
import { renamed } from '../../platform/http/check-all.ts'
import { consoleUrlOf } from '../../platform/http/console-url.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { resetPersonPassword } from './access/reset-person-password.ts'
import { resetTwoFactor } from './access/reset-two-factor.ts'
import { endSessions, sessionsOfPerson } from './access/sessions-of-person.ts'
import { setRoles } from './access/set-roles.ts'
import { changePeopleState } from './change-people-state.ts'
import { changePersonState } from './change-person-state.ts'
import { createPerson, PERSON_FIELDS } from './create-person.ts'
import { companiesOf, everybodyFound, peoplePage } from './people.views.ts'
import type { PeopleFilter } from './people-found.views.ts'
import { columnsOf, exportedRows, FILE_NAMES } from './people-table.ts'
import { personView } from './person.views.ts'
import { updatePerson } from './update-person.ts'

const DONE = { ok: true } as const

export function peopleRoutes(
  http: FastifyInstance,
  server: Server,
  fleet: Fleet,
  publicOrigins: readonly string[],
): void {
  listRoutes(http, server, fleet)
  editRoutes(http, server, publicOrigins)
  stateRoutes(http, server, publicOrigins)
  sessionRoutes(http, server)
}

function listRoutes(http: FastifyInstance, server: Server, fleet: Fleet): void {
  const { db, clock } = server
  mount(http, server, contract.listPeople, ({ actor, body }) => {
    requireReader(actor, body.type)
    const page = { now: clock.now(), page: body.page, perPage: body.per_page }
    return peoplePage(db, actor.scope, filterOf(body), page)
  })

  mount(http, server, contract.exportPeople, ({ actor, body, reply }) => {
    requireReader(actor, body.type)
    const now = clock.now()
    const rows = exportedRows(streamRows(db, everybodyFound(actor.scope, filterOf(body), now)), now)
    return sendTable(reply, {
      format: body.format,
      fileName: FILE_NAMES[body.type],
      columns: columnsOf(body.type),
      rows,
    })
  })

  mount(http, server, contract.listMyCompanies, async ({ actor }) => ({ data: await companiesOf(db, actor.scope) }))

  mount(http, server, contract.readPerson, async ({ actor, params }) => ({
    data: await withDriver(server, fleet, actor, await personView(db, actor, params.id, clock.now())),
  }))
}

const NOT_DRIVING = {
  is_busy: null,
  is_paused: null,
  is_online: null,
  high_priority: null,
  default_car: null,
  current_location: null,
  current_polygon_id: null,
}

/** Adds the fields of GET /api/drivers for a driver of the actor's companies. */
async function withDriver({ db }: Server, fleet: Fleet, { scope }: Actor, person: Person) {
  const [card] = person.roles.includes('driver')
    ? await driverCards(db, fleet, scope, { driverId: asId<UserId>(person.id) })
    : []
  if (!card) return { ...person, ...NOT_DRIVING }
  const { is_busy, is_paused, is_online, high_priority, default_car, current_location, current_polygon_id } = card
  return {
    ...person,
    is_busy,
    is_paused,
    is_online,
    high_priority,
    default_car,
    current_location,
    current_polygon_id,
  }
}

function editRoutes(http: FastifyInstance, server: Server, publicOrigins: readonly string[]): void {
  const { db, clock } = server
  const conflicts = new AccountConflictLimiter(clock)
  mountForm(http, server, contract.createPerson, async ({ actor, body, request }) => {
    const consoleUrl = consoleUrlOf(request, publicOrigins)
    const { userId } = await conflicts.watch(actor, () => createPerson(server, actor, body, consoleUrl))
    return { data: { id: userId } }
  })

  mountForm(http, server, contract.updatePerson, async ({ actor, params, body, request, version }) => {
    const edit = renamed(body, PERSON_FIELDS)
    const consoleUrl = consoleUrlOf(request, publicOrigins)
    const read = { userId: params.id, version, consoleUrl }
    // A client with another phone is another user.
    const { userId } = await conflicts.watch(actor, () => updatePerson(server, actor, read, edit))
    return { data: await personView(db, actor, userId, clock.now()) }
  })

  mount(http, server, contract.setRoles, async ({ actor, params, body, version }) => {
    await setRoles(server, actor, { userId: params.id, version }, body.roles)
    return { data: await personView(db, actor, params.id, clock.now()) }
  })
}

function stateRoutes(http: FastifyInstance, server: Server, publicOrigins: readonly string[]): void {
  mount(http, server, contract.deactivatePerson, async ({ actor, params }) => {
    await changePersonState(server, actor, params.id, false)
    return DONE
  })

  mount(http, server, contract.restorePerson, async ({ actor, params }) => {
    await changePersonState(server, actor, params.id, true)
    return DONE
  })

  mount(http, server, contract.changePeopleState, async ({ actor, body }) => ({
    data: await changePeopleState(server, actor, body.ids, body.action === 'activate'),
  }))

  mount(http, server, contract.resetPersonPassword, async ({ actor, params, body, request }) => {
    const consoleUrl = consoleUrlOf(request, publicOrigins)
    const { isMailed } = await resetPersonPassword(server, actor, params.id, { password: body.password, consoleUrl })
    return { is_mailed: isMailed }
  })

  mount(http, server, resetTwoFactorEndpoint, async ({ actor, params }) => {
    await resetTwoFactor(server, actor, params.id)
    return DONE
  })
}

function sessionRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, listSessionsOfPerson, async ({ actor, params }) => ({
    data: await sessionsOfPerson(server, actor, params.id),
  }))

  mount(http, server, endSessionsOfPerson, async ({ actor, params }) => {
    await endSessions(server, actor, { userId: params.id, sessionId: null })
    return DONE
  })

  mount(http, server, endSessionOfPerson, async ({ actor, params }) => {
    await endSessions(server, actor, { userId: params.id, sessionId: params.session_id })
    return DONE
  })
}

function requireReader({ roles }: Actor, type: PeopleType): void {
  if (!mayReadPeople(roles, type)) throw new DomainError('account.forbidden')
}

function filterOf({
  company_id: companyId,
  ...filter
}: Omit<PeopleFilter, 'companyId'> & { company_id?: CompanyId | undefined }): PeopleFilter {
  return { ...filter, companyId }
}
