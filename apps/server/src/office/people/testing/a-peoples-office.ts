import { createPerson, readPerson, updatePerson } from '@dispecerat/contract/office/people'
import type { Role } from '@dispecerat/domain/identity/permissions'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { aServer } from '../../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../../testing/builders.ts'

/** A company with its manager and a dispatcher, another company, and the first administrator. */
export async function aPeoplesOffice() {
  const server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const aPerson = async (roles: readonly Role[], companyIds: readonly CompanyId[]) => {
    const { userId, email } = await aUser(server, { roles, companyIds })
    return { userId, token: await server.logIn(email), email }
  }
  const superUser = await aPerson(['admin'], [])
  const { companyId } = await aCompany(server)
  const { companyId: otherCompanyId } = await aCompany(server)
  const manager = await aPerson(['company_admin'], [companyId])
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  let n = 0
  return {
    server,
    companyId,
    otherCompanyId,
    manager,
    superUser,
    dispatcher,
    aPerson,
    add: (body: object, token = manager.token) => server.request(createPerson, { body: body as never }, token),
    edit: (id: number, body: object, token = manager.token, headers: Record<string, string> = {}) =>
      server.request(updatePerson, { params: { id }, body, headers }, token),
    page: async (id: number, token = manager.token) =>
      (await server.request(readPerson, { params: { id } }, token)).reply.data,
    /** The body of a request that adds a person. */
    someone: (roles: readonly Role[], more: object = {}) => {
      n += 1
      return { name: `Nou ${n}`, email: `nou${n}@proba.ro`, roles, company_ids: [companyId], ...more }
    },
  }
}
