import { CLOSE } from '@dispecerat/contract/api/realtime'
import { driverMe } from '@dispecerat/contract/dispatch/driver'
import {
  blockDevice,
  changeManyDevices,
  createDevice,
  deleteDevice,
  editDevice,
  listDevices,
  readDevice,
  restoreDevice,
  unblockDevice,
} from '@dispecerat/contract/fleet/devices'
import { registerDevice } from '@dispecerat/contract/fleet/driver-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser } from '../../testing/builders.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())

let phones = 0

/** A company with its administrator, and a driver logged in on a phone. */
async function anOffice() {
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const driver = await aDriver(server, { companyId })
  const token = await server.logIn(driver.email)
  phones += 1
  const phone = {
    install_id: `phone-${phones}`,
    platform: 'android' as const,
    model: `Pixel ${phones}`,
    app_version: '3.4',
  }
  await server.request(registerDevice, { body: phone }, token)
  const admin = await server.logIn(boss.email)
  const { reply } = await server.request(listDevices, {}, admin)
  const device = reply.data.find(({ install_id }) => install_id === phone.install_id)
  if (!device) throw new Error('the phone is not on the list')
  return { companyId, admin, driver, token, phone, device, params: { id: device.id } }
}

const statusOf = async (token: string) => {
  const { status, body } = await server.request(driverMe, {}, token)
  return status === 200 ? 200 : `${status} ${body.code}`
}

test('the phone of a driver’s log-in is listed with its driver, without the push token', async () => {
  const { device, driver, phone } = await anOffice()
  expect(device).toMatchObject({
    model: phone.model,
    app_version: '3.4',
    status: 'active',
    has_push: false,
    driver: { id: driver.driverId, indicativ: driver.indicativ },
  })
  expect(JSON.stringify(device)).not.toContain('push_token')
})

test.each(['blocked', 'lost'] as const)(
  'a phone that is %s gets 403 everywhere and its socket is closed with 4403',
  async (status) => {
    const { admin, token, params, phone, driver } = await anOffice()
    const socket = await server.socket(token)
    expect(await statusOf(token)).toBe(200)
    const { reply } = await server.request(blockDevice, { params, body: { status } }, admin)
    expect(reply.data.status).toBe(status)
    expect(await socket.closed()).toBe(CLOSE.blocked)
    expect(await statusOf(token)).toBe('403 device.blocked')
    // Another log-in on the same phone is detected with its first report.
    const again = await server.logIn(driver.email)
    expect(await statusOf(again)).toBe(200)
    expect((await server.request(registerDevice, { body: phone }, again)).status).toBe(403)
    await server.remembers()
    expect(await statusOf(again)).toBe('403 device.blocked')
  },
)

test('the same driver continues with another phone, and with this one once it is unblocked', async () => {
  const { admin, token, params, driver } = await anOffice()
  await server.request(blockDevice, { params, body: {} }, admin)
  await server.remembers()
  const other = await server.logIn(driver.email)
  const phone = { install_id: `other-${driver.driverId}`, platform: 'ios' as const }
  expect((await server.request(registerDevice, { body: phone }, other)).status).toBe(200)
  expect([await statusOf(other), await statusOf(token)]).toEqual([200, '403 device.blocked'])
  await server.request(unblockDevice, { params }, admin)
  expect(await statusOf(token)).toBe(200)
})

test('the last phone with which a driver connects replaces the one before, which is closed with 4409', async () => {
  const { driver, token } = await anOffice()
  const first = await server.socket(token)
  const second = await server.socket(await server.logIn(driver.email))
  expect(await first.closed()).toBe(CLOSE.replaced)
  await second.caughtUp()
})

test('a phone is registered manually by its IMEI, once', async () => {
  const { admin, companyId, driver } = await anOffice()
  const imei = `35693803564${String(companyId).padStart(4, '0')}`
  const body = {
    platform: 'android' as const,
    imei: imei.replace(/(.{4})/, '$1 '),
    driver_id: driver.driverId,
    phone_number: '0722 123 456',
  }
  const made = await server.request(createDevice, { body }, admin)
  expect(made.reply.data).toMatchObject({ imei, phone_number: '+40722123456', last_seen_at: null })
  const twice = await server.request(createDevice, { body }, admin)
  expect([twice.status, twice.body.errors]).toEqual([422, { imei: ['IMEI este al altui dispozitiv'] }])
})

test.each([
  ['without IMEI and installation', {}, 'imei'],
  ['with an IMEI of letters', { imei: 'abc' }, 'imei'],
  ['with a phone number that is none', { imei: '356938035643809', phone_number: '12' }, 'phone_number'],
])('a phone %s is refused at the field', async (_, input, field) => {
  const { admin } = await anOffice()
  const answer = await server.request(createDevice, { body: { platform: 'android', ...input } }, admin)
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
})

test('a phone cannot be assigned to another company’s driver, and an edit of an outdated version is refused', async () => {
  const { admin, params, device } = await anOffice()
  const unknown = await aDriver(server, await aCompany(server))
  const otherTenant = await server.request(editDevice, { params, body: { driver_id: unknown.driverId } }, admin)
  expect([otherTenant.status, otherTenant.body.code]).toEqual([404, 'driver.unknown'])
  const headers = { 'if-match': String(device.version) }
  expect((await server.request(editDevice, { params, body: { notes: 'ecran spart' }, headers }, admin)).status).toBe(
    200,
  )
  const late = await server.request(editDevice, { params, body: { notes: null }, headers }, admin)
  expect([late.status, late.body.code]).toEqual([409, 'device.changed_meanwhile'])
})

test('a removed phone is restored manually, or by being used', async () => {
  const { admin, params, token, phone } = await anOffice()
  await server.request(deleteDevice, { params }, admin)
  expect((await server.request(readDevice, { params }, admin)).status).toBe(404)
  expect((await server.request(restoreDevice, { params }, admin)).status).toBe(200)
  await server.request(deleteDevice, { params }, admin)
  await server.request(registerDevice, { body: phone }, token)
  expect((await server.request(readDevice, { params }, admin)).status).toBe(200)
})

test('many phones at once: blocked, unblocked, removed and restored; another tenant’s is unchanged', async () => {
  const { admin, params } = await anOffice()
  const other = await anOffice()
  const all = async (action: 'block' | 'unblock' | 'delete' | 'restore') => {
    const body = { ids: [params.id, other.params.id], action }
    return (await server.request(changeManyDevices, { body }, admin)).reply.data.map(({ ok }) => ok)
  }
  const status = async () => (await server.request(readDevice, { params }, admin)).reply.data.status
  expect(await all('block')).toEqual([true, false])
  expect(await status()).toBe('blocked')
  expect(await all('unblock')).toEqual([true, false])
  expect(await status()).toBe('active')
  expect(await all('delete')).toEqual([true, false])
  expect((await server.request(readDevice, { params }, admin)).status).toBe(404)
  expect(await all('restore')).toEqual([true, false])
  expect((await server.request(readDevice, { params: other.params }, other.admin)).reply.data.status).toBe('active')
})

test('a dispatcher cannot manage phones', async () => {
  const { companyId } = await anOffice()
  const { email } = await aDispatcher(server, { companyId })
  expect((await server.request(listDevices, {}, await server.logIn(email))).status).toBe(403)
})

test('viewers of the phones are notified of each change, also of a log-in; a phone that changes company notifies both', async () => {
  const { admin, token, phone, params } = await anOffice()
  const other = await anOffice()
  const [socket, theirs] = [await server.socket(admin), await server.socket(other.admin)]
  await server.request(editDevice, { params, body: { notes: 'Ecran spart' } }, admin)
  await server.request(blockDevice, { params, body: { status: 'blocked' } }, admin)
  expect((await server.request(registerDevice, { body: phone }, token)).status).not.toBe(200)
  await server.request(unblockDevice, { params }, admin)
  await server.request(deleteDevice, { params }, admin)
  await server.request(restoreDevice, { params }, admin)
  expect(await socket.waitForEvents('devices_changed', 5)).toHaveLength(5)
  await theirs.caughtUp()
  expect(theirs.framesOf('devices_changed')).toEqual([])
  const known = { ...phone, push_token: 'push-of-this-phone' }
  await server.request(registerDevice, { body: known }, token)
  await socket.waitForEvents('devices_changed', 6)
  await server.request(registerDevice, { body: known }, other.token)
  await socket.waitForEvents('devices_changed', 7)
  await theirs.waitForEvents('devices_changed', 1)
})
