import { registerDevice } from '@dispecerat/contract/fleet/driver-app'
import { writeUserMeta } from '@dispecerat/contract/identity/accounts'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, aUser } from '../../testing/builders.ts'

const PHONE = {
  install_id: '6f1f7a52-phone',
  platform: 'android' as const,
  model: 'Pixel 8',
  app_version: '3.4.0',
  push_token: 'push-secret-1',
}

async function aPhoneShop() {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const drivers = [await aDriver(server, { companyId }), await aDriver(server, { companyId })]
  const tokens = await Promise.all(drivers.map(({ email }) => server.logIn(email)))
  const devices = async () => {
    const rows = await server.db.selectFrom('devices').selectAll().execute()
    const opened = (token: string | null) => token && server.seal.open(token, 'devices.push_token')
    return rows.map((row) => ({ ...row, push_token: opened(row.push_token) }))
  }
  return { server, drivers, tokens, devices, [Symbol.asyncDispose]: () => server.stop() }
}

test('a phone registers: the version is in the driver’s notes, the push token in no reply', async () => {
  await using shop = await aPhoneShop()
  const { server, drivers, tokens } = shop
  const answer = await server.request(registerDevice, { body: PHONE }, tokens[0])
  expect(answer.body).toEqual({ ok: true })
  const notes = await server.db
    .selectFrom('user_meta')
    .selectAll()
    .where('user_id', '=', drivers[0]?.driverId ?? NO_USER)
    .execute()
  expect(Object.fromEntries(notes.map(({ key, value }) => [key, value]))).toEqual({
    app_version: '3.4.0',
    device: 'Pixel 8',
  })
  expect(await shop.devices()).toMatchObject([{ user_id: drivers[0]?.driverId, push_token: 'push-secret-1' }])
})

test('an update without a push token keeps the stored one', async () => {
  await using shop = await aPhoneShop()
  await shop.server.request(registerDevice, { body: PHONE }, shop.tokens[0])
  const { push_token: _, ...update } = { ...PHONE, app_version: '3.5.0' }
  await shop.server.request(registerDevice, { body: update }, shop.tokens[0])
  expect(await shop.devices()).toMatchObject([{ app_version: '3.5.0', push_token: 'push-secret-1' }])
})

test('a phone that changes hands belongs to its new driver', async () => {
  await using shop = await aPhoneShop()
  await shop.server.request(registerDevice, { body: PHONE }, shop.tokens[0])
  await shop.server.request(registerDevice, { body: PHONE }, shop.tokens[1])
  expect(await shop.devices()).toMatchObject([{ user_id: shop.drivers[1]?.driverId }])
})

test('a phone of another company moves with its driver or with its push token, not by its number alone', async () => {
  await using shop = await aPhoneShop()
  const { server, drivers, tokens } = shop
  await server.request(registerDevice, { body: PHONE }, tokens[0])
  const next = await aCompany(server)
  const unknown = await server.logIn((await aDriver(server, next)).email)
  for (const push_token of [undefined, 'push-secret-2']) {
    const answer = await server.request(registerDevice, { body: { ...PHONE, push_token } }, unknown)
    expect([answer.status, answer.body.code]).toEqual([409, 'device.of_another_company'])
  }
  expect(await shop.devices()).toMatchObject([{ user_id: drivers[0]?.driverId, push_token: 'push-secret-1' }])
  expect((await server.request(registerDevice, { body: PHONE }, unknown)).status).toBe(200)
  expect(await shop.devices()).toMatchObject([{ company_id: next.companyId }])
})

test('a driver who changes the company keeps the phone', async () => {
  await using shop = await aPhoneShop()
  const { server, drivers, tokens } = shop
  const { push_token: _, ...phone } = PHONE
  await server.request(registerDevice, { body: phone }, tokens[0])
  const { companyId } = await aCompany(server)
  const moved = { company_id: companyId }
  await server.db
    .updateTable('driver_status')
    .set(moved)
    .where('driver_id', '=', drivers[0]?.driverId ?? NO_USER)
    .execute()
  expect((await server.request(registerDevice, { body: phone }, tokens[0])).status).toBe(200)
  expect(await shop.devices()).toMatchObject([{ company_id: companyId, user_id: drivers[0]?.driverId }])
})

test('a blocked phone is refused, and its row is unchanged', async () => {
  await using shop = await aPhoneShop()
  await shop.server.request(registerDevice, { body: PHONE }, shop.tokens[0])
  await shop.server.db.updateTable('devices').set({ status: 'blocked' }).execute()
  const answer = await shop.server.request(registerDevice, { body: { ...PHONE, app_version: '9.9' } }, shop.tokens[1])
  expect([answer.status, answer.body.code]).toEqual([403, 'device.blocked'])
  expect(await shop.devices()).toMatchObject([{ app_version: '3.4.0', user_id: shop.drivers[0]?.driverId }])
})

test.each([
  ['without an install id', { ...PHONE, install_id: ' ' }, 'install_id'],
  ['of an unknown platform', { ...PHONE, platform: 'symbian' }, 'platform'],
  ['with an endless model', { ...PHONE, model: 'x'.repeat(101) }, 'model'],
])('a phone %s is refused with the field', async (_, body, field) => {
  await using shop = await aPhoneShop()
  const answer = await shop.server.request(registerDevice, { body: body as typeof PHONE }, shop.tokens[0])
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
})

// Without the lock on the driver both wait for each other's row, and one ends as a deadlock (seen with the lock removed).
test('a phone reports itself while the driver’s properties are edited: both are saved', async () => {
  await using shop = await aPhoneShop()
  const { server, drivers, tokens } = shop
  const params = { id: drivers[0]?.driverId ?? 0 }
  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const versions = Array.from({ length: 20 }, (_, n) => `4.${n}.0`)
  const answers = await Promise.all(
    versions.flatMap((app_version) => [
      server.request(registerDevice, { body: { ...PHONE, app_version } }, tokens[0]),
      server.request(writeUserMeta, { params, body: { data: [{ key: 'nota', value: app_version }] } }, admin),
    ]),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
