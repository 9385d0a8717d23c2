import { listChanges } from '@dispecerat/contract/office/changes'
import { deactivatePerson, resetPersonPassword } from '@dispecerat/contract/office/people'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, expect, test } from 'vitest'
import { aClient, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { aPeoplesOffice } from './testing/a-peoples-office.ts'

const { server, companyId, otherCompanyId, manager, superUser, dispatcher, aPerson, add, edit, page, someone } =
  await aPeoplesOffice()
afterAll(() => server.stop())

test('every invalid field is named: taken phone, taken e-mail, taken code, no company', async () => {
  const { userId } = await aPerson(['dispatcher'], [companyId])
  const known = await server.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const { phone, email, identifier } = known
  const taken = await add(someone(['dispatcher'], { phone, email, identifier }))
  expect(taken.status).toBe(422)
  expect(Object.keys(taken.body.errors as object).sort()).toEqual(['email', 'identifier', 'phone'])
  expect((await add(someone(['dispatcher'], { company_ids: [] }))).body.errors).toHaveProperty('company_ids')
  expect((await add(someone(['driver'], { company_ids: [otherCompanyId] }))).status).toBe(404)
  const bad = await add({ ...someone(['driver']), email: 'nu-e-mail', phone: '12', licence_until: '2026-02-30' })
  expect(Object.keys(bad.body.errors as object).sort()).toEqual(['email', 'licence_until', 'phone'])
})

test('a code is unique within a company: another company may use it too', async () => {
  expect((await add(someone(['driver'], { identifier: 'Z-9' }))).status).toBe(201)
  expect((await add(someone(['driver'], { identifier: 'z-9' }))).body.errors).toHaveProperty('identifier')
  const elsewhere = someone(['driver'], { identifier: 'Z-9', company_ids: [otherCompanyId] })
  expect((await add(elsewhere, superUser.token)).status).toBe(201)
})

test('the code of an account that only has a contract is taken too', async () => {
  const { userId } = await aUser(server, { roles: ['company'], companyIds: [] })
  await server.db.updateTable('users').set({ identifier: 'HOT-1' }).where('id', '=', userId).execute()
  await server.db.insertInto('protocol_companies').values({ user_id: userId, company_id: companyId }).execute()
  expect((await add(someone(['driver'], { identifier: 'hot-1' }))).body.errors).toHaveProperty('identifier')
})

test('of two concurrent requests for one code, one gets it', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => add(someone(['driver'], { identifier: 'CURSA' }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
})

test('a new person has every row they need: a driver a status row, an account a contract', async () => {
  const driver = (await add(someone(['driver'], { licence_until: '2027-01-01' }))).reply.data
  expect(await page(driver.id)).toMatchObject({ licence_until: '2027-01-01', balance: 0, papers: 'missing' })
  const account = (await add(someone(['company']))).reply.data
  const contract = await server.db
    .selectFrom('protocol_companies')
    .select('company_id')
    .where('user_id', '=', asId<UserId>(account.id))
    .executeTakeFirst()
  expect(contract).toEqual({ company_id: companyId })
})

test('a phone that only a client has is taken over by the new colleague', async () => {
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Nea Ion' })
  const made = (await add(someone(['driver'], { phone }))).reply.data
  expect(made.id).toBe(clientId)
  expect((await page(clientId)).roles).toEqual(['driver'])
})

test('two managers edit one person: the second is refused and changes nothing', async () => {
  const { driverId } = await aDriver(server, { companyId })
  const { version } = await page(driverId)
  expect((await edit(driverId, { name: 'Întâi' }, manager.token, { 'if-match': String(version) })).status).toBe(200)
  const late = await edit(driverId, { name: 'Al doilea' }, manager.token, { 'if-match': String(version) })
  expect([late.status, late.body.code]).toEqual([409, 'user.changed_meanwhile'])
  expect((await page(driverId)).name).toBe('Întâi')
})

test('every change is recorded with author, field, old and new value, without passwords', async () => {
  const { driverId } = await aDriver(server, { companyId })
  const { name } = await page(driverId)
  await edit(driverId, { name: 'Scris Acum', licence_no: 'B1' })
  await server.request(
    resetPersonPassword,
    { params: { id: driverId }, body: { password: 'parola-lui-noua-1' } },
    manager.token,
  )
  const query = { entity: 'user', entity_id: driverId }
  const { reply } = await server.request(listChanges, { query }, manager.token)
  expect(reply.data.map(({ action, user, fields }) => [action, user?.id, fields])).toEqual([
    ['password', manager.userId, []],
    [
      'changed',
      manager.userId,
      [
        { field: 'licence_no', before: null, after: 'B1' },
        { field: 'name', before: name, after: 'Scris Acum' },
      ],
    ],
  ])
  const otherTenant = await aPerson(['company_admin'], [otherCompanyId])
  expect((await server.request(listChanges, { query }, otherTenant.token)).reply.data).toEqual([])
})

test('a dispatcher edits a client’s name and notes and nothing else', async () => {
  const { clientId } = await aClient(server, { companyIds: [companyId], name: 'Vechi' })
  expect((await edit(clientId, { name: 'Nou', about: 'Etaj 3' }, dispatcher)).reply.data).toMatchObject({
    name: 'Nou',
    about: 'Etaj 3',
  })
  expect((await edit(clientId, { phone: '0722000111' }, dispatcher)).status).toBe(403)
  const { driverId } = await aDriver(server, { companyId })
  expect((await edit(driverId, { name: 'Nou' }, dispatcher)).status).toBe(403)
})

test('the manager of one company cannot take over the account of a colleague of two companies', async () => {
  const shared = await aPerson(['dispatcher'], [companyId, otherCompanyId])
  const reset = { params: { id: shared.userId }, body: { password: 'parola-straina-1' } }
  for (const { status, body } of [
    await edit(shared.userId, { email: 'luat@proba.ro' }),
    await server.request(resetPersonPassword, reset, manager.token),
    await server.request(deactivatePerson, { params: { id: shared.userId } }, manager.token),
  ]) {
    expect([status, body.code]).toEqual([403, 'user.works_elsewhere'])
  }
  expect((await page(shared.userId)).companies.map(({ id }) => id)).toEqual([companyId])
  expect((await edit(shared.userId, { company_ids: [] })).body.errors).toHaveProperty('company_ids')
  expect((await edit(shared.userId, { name: 'Nume Nou', company_ids: [companyId] })).status).toBe(200)
  const companies = (await page(shared.userId, superUser.token)).companies.map(({ id }) => id)
  expect(companies).toEqual([companyId, otherCompanyId])
})

test('one’s own e-mail cannot be changed here, where no password is required', async () => {
  const answer = await edit(manager.userId, { email: 'altul@proba.ro' })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toHaveProperty('email')
})

test('a common password is refused', async () => {
  const { driverId } = await aDriver(server, { companyId })
  const set = (password: string) =>
    server.request(resetPersonPassword, { params: { id: driverId }, body: { password } }, manager.token)
  for (const password of ['password123', 'qwertyuiop', 'parola123', '11111111']) {
    expect((await set(password)).body.errors, password).toHaveProperty('password')
  }
  expect((await set('un tramvai verde')).reply).toEqual({ is_mailed: false })
})

test('an expired document excludes a driver from searches where the company requires documents', async () => {
  const { driverId, carId } = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const valid = { taxi_licence_until: '2027-01-01', itp_until: '2027-01-01', rca_until: '2027-01-01' }
  await server.db.updateTable('cars').set(valid).where('id', '=', carId).execute()
  await server.db
    .updateTable('company_settings')
    .set({ require_valid_car_papers: true })
    .where('company_id', '=', companyId)
    .execute()
  const { loadMembers } = await import('../../fleet/drivers/members.store.ts')
  const until = async () => (await loadMembers(server.db, [driverId], server.clock.now()))[0]?.documentsUntil
  expect(await until()).toBe('2027-01-01')
  await edit(driverId, { licence_until: '2026-02-20', attestation_until: '2027-05-01' })
  expect(await until()).toBe('2026-02-20')
})

test('a client is charged to an account of the company: it can be set, logged and removed; another tenant’s is refused', async () => {
  const account = async (of: number, name: string) => {
    const { userId } = await aUser(server, { roles: ['company'], companyIds: [asId<CompanyId>(of)], name })
    await server.db
      .insertInto('protocol_companies')
      .values({ user_id: userId, company_id: asId<CompanyId>(of) })
      .execute()
    return userId
  }
  const [hotel, otherTenant] = [await account(companyId, 'Hotel Postăvarul'), await account(otherCompanyId, 'Rivala')]
  const refused = { protocol_parent_user_id: ['Alegeți o companie protocol dintre ale companiei'] }
  const input = { name: 'Călător', phone: '0722 555 771', email: null, roles: ['client'], company_ids: [companyId] }
  expect((await add({ ...input, protocol_parent_user_id: otherTenant })).body.errors).toEqual(refused)
  const { id } = (await add({ ...input, protocol_parent_user_id: hotel })).reply.data
  expect((await page(id)).protocol_parent_user).toEqual({ id: hotel, name: 'Hotel Postăvarul' })

  expect((await edit(id, { protocol_parent_user_id: otherTenant })).body.errors).toEqual(refused)
  expect((await edit(id, { protocol_parent_user_id: hotel }, dispatcher)).body.code).toBe('user.not_yours_to_edit')
  expect((await edit(id, { protocol_parent_user_id: null })).reply.data.protocol_parent_user).toBeNull()
  await edit(id, { protocol_parent_user_id: hotel })
  const query = { entity: 'client', entity_id: id }
  const changes = (await server.request(listChanges, { query }, manager.token)).reply.data
  const moves = changes.flatMap(({ fields }) => fields).filter(({ field }) => field === 'protocol_parent_user_id')
  expect(moves.map(({ before, after }) => [before, after])).toEqual([
    [null, ['Hotel Postăvarul']],
    [['Hotel Postăvarul'], null],
    [null, ['Hotel Postăvarul']],
  ])
})

test('each company charges a shared client to an account of its own', async () => {
  const { userId: hotel } = await aUser(server, { roles: ['company'], companyIds: [companyId], name: 'Hotel Aro' })
  await server.db.insertInto('protocol_companies').values({ user_id: hotel, company_id: companyId }).execute()
  const { clientId } = await aClient(server, { companyIds: [companyId, otherCompanyId] })
  const rival = await aPerson(['company_admin'], [otherCompanyId])
  await edit(clientId, { protocol_parent_user_id: hotel })
  expect((await page(clientId)).protocol_parent_user?.id).toBe(hotel)
  expect((await page(clientId, rival.token)).protocol_parent_user).toBeNull()
  await edit(clientId, { protocol_parent_user_id: null }, rival.token)
  expect((await page(clientId)).protocol_parent_user?.id).toBe(hotel)
})
