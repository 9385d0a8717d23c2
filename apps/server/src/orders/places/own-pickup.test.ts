import { createOrder } from '@dispecerat/contract/orders/orders'
import { readProtocolAccount, saveOwnPickup } from '@dispecerat/contract/orders/protocol-account'
import { afterAll, expect, test } from 'vitest'
import { type Account, anAccount } from '../testing/an-account.ts'
import { aPhone, createFixture, SQUARE, STATION } from '../testing/order-fixture.ts'

const fixture = await createFixture()
const { server, companyId } = fixture
afterAll(() => server.stop())

const HOME = { name: 'Strada Lungă 7', lat: 45.6501, long: 25.5901 }
const save = ({ token }: Account, pickup: typeof HOME | null) =>
  server.request(saveOwnPickup, { body: { pickup } }, token)
const self = async ({ token }: Account) => (await server.request(readProtocolAccount, {}, token)).reply.data
const inPackage = (package_id: number) =>
  server.db.updateTable('companies').set({ package_id }).where('id', '=', companyId).execute()

test("the account's own address is the default pickup of a ride, which may begin elsewhere", async () => {
  const account = await anAccount(server, companyId)
  expect((await save(account, HOME)).reply.data).toMatchObject({ own_pickup: HOME, pickup: null })
  const body = { client_phone: aPhone(), places: [SQUARE, STATION] }
  const { places } = (await server.request(createOrder, { body }, account.token)).reply.data
  expect(places.map(({ name }) => name)).toEqual([SQUARE.name, STATION.name])
  expect((await save(account, null)).reply.data.own_pickup).toBeNull()
})

test("a delivery always begins there; without it a restaurant's begins at its company", async () => {
  const account = await anAccount(server, companyId)
  await inPackage(2)
  await save(account, HOME)
  expect((await self(account)).pickup).toEqual(HOME)
  const body = { places: [STATION], package_note: 'Tort' }
  const { places } = (await server.request(createOrder, { body }, account.token)).reply.data
  expect(places.map(({ name }) => name)).toEqual([HOME.name, STATION.name])
  await save(account, null)
  expect((await self(account)).pickup).toBeNull()
  await inPackage(3)
  const at = { lat: 45.64, lng: 25.6, address: 'Piața Unirii 2' }
  await server.db.updateTable('companies').set(at).where('id', '=', companyId).execute()
  expect(await self(account)).toMatchObject({ own_pickup: null, pickup: { name: at.address } })
  await inPackage(1)
})

test('an address abroad, without a name or without coordinates is refused at its field', async () => {
  const account = await anAccount(server, companyId)
  const budapest = { ...HOME, lat: 47.5, long: 19.04 }
  expect((await save(account, budapest)).body.errors).toEqual({ pickup: ['Adresa este în afara României'] })
  expect((await save(account, { ...HOME, name: ' ' })).body.errors).toEqual({ 'pickup.name': ['Scrieți adresa'] })
  expect((await self(account)).own_pickup).toBeNull()
})

test('it belongs to the account alone: another account is unaffected, dispatchers may not change it, the audit log and open windows get the change', async () => {
  const [mine, theirs] = [await anAccount(server, companyId, { pickup: HOME }), await anAccount(server, companyId)]
  const own = await server.socket(theirs.token)
  await save(theirs, { ...HOME, name: 'Gara' })
  await own.waitForEvent('own_account_changed')
  expect((await self(mine)).own_pickup).toEqual(HOME)
  expect((await server.request(saveOwnPickup, { body: { pickup: null } }, fixture.manager)).status).toBe(403)
  const change = await server.db
    .selectFrom('audit_log')
    .select(['company_id', 'user_id', 'after'])
    .where('entity', '=', 'account_pickup')
    .where('entity_id', '=', theirs.userId)
    .executeTakeFirstOrThrow()
  expect(change).toMatchObject({ company_id: companyId, user_id: theirs.userId })
  expect(JSON.stringify(change.after)).toContain('Gara')
})
