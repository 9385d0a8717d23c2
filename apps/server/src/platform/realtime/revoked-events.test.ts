import { changeRolePermissions } from '@dispecerat/contract/identity/permissions'
import { reportIncident } from '@dispecerat/contract/office/incidents'
import type { Permission } from '@dispecerat/domain/identity/permissions'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'

async function createTwoUsersFixture() {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const boss = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  const give = async (permission: Permission, is_given: boolean) => {
    const body = { role: 'dispatcher' as const, words: [{ word: permission, is_given }] }
    expect((await server.request(changeRolePermissions, { params: { id: companyId }, body }, boss)).status).toBe(200)
    await server.remembers()
  }
  const report = (text: string) => server.request(reportIncident, { body: { type: 'other', text } }, boss)
  return { server, boss, dispatcher, give, report }
}

test('incidents reach no dispatcher whose company revoked them, neither live nor in a replay', async () => {
  const { server, boss, dispatcher, give, report } = await createTwoUsersFixture()
  await using _ = server
  const [office, socket] = [await server.socket(boss), await server.socket(dispatcher)]
  await give('incidents.read', false)
  const lastSeq = Math.max(...socket.frames.map(({ seq }) => seq))
  expect((await report('Client fără telefon')).status).toBe(201)
  await office.waitForEvent('incident_created')
  await socket.caughtUp()
  expect(socket.framesOf('incident_created')).toEqual([])

  const back = await server.socket(dispatcher, lastSeq)
  await back.caughtUp()
  expect(back.framesOf('resync')).toEqual([])
  expect(back.framesOf('incident_created')).toEqual([])

  await give('incidents.read', true)
  await report('Portbagaj deschis')
  expect((await back.waitForEvent('incident_created')).data).toMatchObject({ text: 'Portbagaj deschis' })
})
