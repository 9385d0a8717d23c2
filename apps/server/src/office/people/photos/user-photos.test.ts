import { driverMe } from '@dispecerat/contract/dispatch/driver'
import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { listChanges } from '@dispecerat/contract/office/changes'
import { readPerson } from '@dispecerat/contract/office/people'
import { deleteUserPhoto, readOwnPhoto, readUserPhoto, saveUserPhoto } from '@dispecerat/contract/office/user-photos'
import { readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { afterAll, expect, test } from 'vitest'
import { createFixture } from '../../../orders/testing/order-fixture.ts'
import { aClient, aCompany, aUser } from '../../../testing/builders.ts'

const fixture = await createFixture()
const { server, manager, dispatcher, rival, companyId, driver, driverToken } = fixture
afterAll(() => server.stop())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const params = { id: driver.driverId }
const save = (bytes: Buffer, token = manager, id = driver.driverId) =>
  server.request(saveUserPhoto, { params: { id }, body: { photo: bytes.toString('base64') } }, token)
const bytesOf = (url: string, token: string) => server.inject({ url, headers: { authorization: `Bearer ${token}` } })

test('a photo is identified by its bytes, and is shown on the page, the card and the driver’s own phone', async () => {
  expect((await server.request(readUserPhoto, { params }, dispatcher)).body.code).toBe('user.no_photo')
  const text = await save(Buffer.from('<svg onload=alert(1)>'))
  expect([text.status, text.body.errors]).toEqual([422, { photo: ['Fotografia trebuie să fie JPEG sau PNG'] }])
  expect((await save(Buffer.concat([PNG, Buffer.alloc(2 ** 20)]))).status).toBe(422)

  const { photo_url: url } = (await save(PNG)).reply.data
  expect(url).toMatch(new RegExp(`^/api/users/${driver.driverId}/photo\\?at=\\d+$`))
  expect((await server.request(readDriver, { params }, dispatcher)).reply.data.photo_url).toBe(url)
  const seen = await bytesOf(url ?? '', dispatcher)
  expect([seen.headers['content-type'], seen.rawPayload.equals(PNG)]).toEqual(['image/png', true])

  const own = (await server.request(driverMe, {}, driverToken)).reply.data.photo_url
  expect((await bytesOf(own ?? '', driverToken)).rawPayload.equals(PNG)).toBe(true)
  expect((await server.request(whoAmI, {}, driverToken)).reply.data).toMatchObject({ photo_url: own, language: 'ro' })
})

test('a photo can be removed, and the audit log records both changes', async () => {
  await save(PNG)
  expect((await server.request(deleteUserPhoto, { params }, manager)).reply.data.photo_url).toBeNull()
  expect((await server.request(deleteUserPhoto, { params }, manager)).body.code).toBe('user.no_photo')
  expect((await server.request(readOwnPhoto, {}, driverToken)).status).toBe(404)
  const query = { entity: 'user', entity_id: driver.driverId }
  const [newest] = (await server.request(listChanges, { query }, manager)).reply.data
  expect(newest?.fields).toEqual([{ field: 'photo', before: true, after: null }])
})

test('only administrators of the person change the photo; for another company the person is unknown; clients have none', async () => {
  expect((await save(PNG, dispatcher)).status).toBe(403)
  const unknown = await aUser(server, { roles: ['company_admin'], companyIds: [(await aCompany(server)).companyId] })
  expect((await save(PNG, await server.logIn(unknown.email))).status).toBe(404)
  await save(PNG)
  expect((await server.request(readUserPhoto, { params }, rival)).status).toBe(404)
  const { clientId } = await aClient(server, { companyIds: [companyId] })
  expect((await save(PNG, manager, clientId)).body.code).toBe('user.not_yours_to_edit')
  const { version } = (await server.request(readPerson, { params }, manager)).reply.data
  await save(PNG)
  expect((await server.request(readPerson, { params }, manager)).reply.data.version).not.toBe(version)
})
