import { exportChanges, listChanges } from '@dispecerat/contract/changes'
import { changeGroupSettings } from '@dispecerat/contract/settings'
import { createTariff } from '@dispecerat/contract/tariffs'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { afterAll, expect, test } from 'vitest'
import { aRoom } from '../orders/testing/a-room.ts'
import { addressOf } from '../testing/a-server.ts'

const room = await aRoom()
const { server, manager, admin, companyId } = room
afterAll(() => server.stop())

const hours = (operator_list_hours: number, token: string) =>
  server.call(
    changeGroupSettings,
    { params: { group: 'orders' }, body: { company_id: companyId, operator_list_hours } },
    token,
  )
const found = async (query: Record<string, string>) =>
  (await server.call(listChanges, { query }, manager)).reply.data.map(({ entity, user }) => [entity, user?.id])

test('the journal is narrowed to who, when and what; its file has a line for each field that changed', async () => {
  const begun = toWireTime(server.clock.now())
  await hours(12, manager)
  const price = { service_id: 1, name: '=1+1', start_fee: 4, per_km: 3 }
  await server.call(createTariff, { body: price }, manager)
  server.pass(3600)
  const later = toWireTime(server.clock.now())
  await hours(36, admin)

  const all = await found({})
  expect(all.map(([entity]) => entity)).toEqual(['settings_orders', 'tariff', 'settings_orders'])
  const [[, adminId], [, managerId]] = all as [[string, number], [string, number]]
  expect(await found({ user_id: String(adminId) })).toEqual([['settings_orders', adminId]])
  expect(await found({ entity: 'tariff' })).toEqual([['tariff', managerId]])
  expect(await found({ from: later })).toEqual([['settings_orders', adminId]])
  expect(await found({ from: begun, to: later })).toHaveLength(2)

  const file = await server.inject({
    method: 'GET',
    url: addressOf(exportChanges, { query: { entity: 'tariff' } }),
    headers: { authorization: `Bearer ${manager}` },
  })
  expect(file.statusCode).toBe(200)
  const lines = file.body.trim().split('\r\n')
  expect(lines[0]).toContain('Când;Cine;Ce;Nr.;Acțiune;Câmp;Înainte;După')
  expect(lines).toHaveLength(9)
  expect(lines.find((line) => line.includes(';name;'))).not.toMatch(/;=1\+1/)
})
