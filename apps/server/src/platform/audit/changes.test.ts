import { createStand, deleteStand, editStand, restoreStand } from '@dispecerat/contract/fleet/stands'
import { addPlace, deletePlace, restorePlace } from '@dispecerat/contract/geography/addresses'
import { createPolygon, deletePolygon, editPolygon, restorePolygon } from '@dispecerat/contract/geography/zones'
import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { createAnnouncement, editAnnouncement } from '@dispecerat/contract/office/announcements'
import { exportChanges, listChanges } from '@dispecerat/contract/office/changes'
import { createTariff } from '@dispecerat/contract/orders/tariffs'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { afterAll, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { addressOf } from '../../testing/a-server.ts'

const fixture = await createFixture()
const { server, manager, admin, companyId } = fixture
afterAll(() => server.stop())

const hours = (operator_list_hours: number, token: string) =>
  server.request(
    changeGroupSettings,
    { params: { group: 'orders' }, body: { company_id: companyId, operator_list_hours } },
    token,
  )
const found = async (query: Record<string, string>) =>
  (await server.request(listChanges, { query }, manager)).reply.data.map(({ entity, user }) => [entity, user?.id])

test('the audit log is filtered by author, time and kind; its file has a line for each changed field', async () => {
  const begun = toWireTime(server.clock.now())
  await hours(12, manager)
  const price = { service_id: 1, name: '=1+1', start_fee: 4, per_km: 3 }
  await server.request(createTariff, { body: price }, manager)
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
  expect(lines[0]).toContain('Când;Cine;Ce;Nr.;Nume;Acțiune;Câmp;Înainte;După')
  expect(lines).toHaveLength(9)
  const [made] = (await server.request(listChanges, { query: { entity: 'tariff' } }, manager)).reply.data
  const named = lines.find((line) => line.includes(';nume;')) ?? ''
  expect(named).toContain(`;${made?.user?.name};Tarif;`)
  expect(named).toContain(';a adăugat;nume;')
  expect(named).not.toMatch(/;=1\+1/)
  expect(lines.some((line) => line.includes(';pornire (RON);;4,00'))).toBe(true)
})

test('the file of the audit log has the same labels as the screen: rows, actions, fields and values', async () => {
  const notice = { title: 'Zi liberă', text: 'Luni', audience: 'drivers' } as const
  const { id } = (await server.request(createAnnouncement, { body: notice }, manager)).reply.data
  await server.request(editAnnouncement, { params: { id }, body: { audience: 'all' } }, manager)
  await hours(20, manager)

  const file = await server.inject({
    method: 'GET',
    url: addressOf(exportChanges, { query: {} }),
    headers: { authorization: `Bearer ${manager}` },
  })
  const [, ...lines] = file.body.trim().split('\r\n')
  expect(lines.find((line) => line.includes(';Setări: comenzi;'))).toMatch(
    /;a modificat;Comenzi încheiate în liste \(ore\);36;20$/,
  )
  expect(lines.find((line) => line.includes(';Anunț;') && line.includes(';a modificat;'))).toMatch(
    /;pentru cine;Șoferi;Toți$/,
  )
  expect(lines.filter((line) => /;[a-z]+_[a-z_]+(;|$)/.test(line))).toEqual([])
})

const changesOf = async (entity: string) =>
  (await server.request(listChanges, { query: { entity } }, manager)).reply.data
    .map(({ action, fields }) => ({ action, fields }))
    .toReversed()

test('changes of zones, stands and addresses are recorded once for each difference', async () => {
  const corner = (lat: number, long: number) => ({ lat, long })
  const paths = [corner(45.6, 25.5), corner(45.6, 25.52), corner(45.62, 25.52), corner(45.62, 25.5)]
  const { id } = (await server.request(createPolygon, { body: { name: 'Nord', paths } }, manager)).reply.data
  for (const name of ['Nord-Est', 'Nord-Est']) {
    await server.request(editPolygon, { params: { id }, body: { name } }, manager)
  }
  await server.request(deletePolygon, { params: { id } }, manager)
  await server.request(restorePolygon, { params: { id } }, manager)
  const zone = await changesOf('zone')
  expect(zone.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted', 'restored'])
  expect(zone[0]?.fields.map(({ field }) => field).sort()).toEqual(['area_m2', 'corners', 'name'])
  expect(zone[1]?.fields).toEqual([{ field: 'name', before: 'Nord', after: 'Nord-Est' }])

  const plan = { name: 'Gara', lat: 45.66, long: 25.61, radius_m: 100, capacity: null, is_active: true }
  const stand = (await server.request(createStand, { body: plan }, manager)).reply.data
  await server.request(editStand, { params: { id: stand.id }, body: { radius_m: 150 } }, manager)
  await server.request(deleteStand, { params: { id: stand.id } }, manager)
  for (const _ of ['once', 'twice']) await server.request(restoreStand, { params: { id: stand.id } }, manager)
  const stands = await changesOf('stand')
  expect(stands.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted', 'restored'])
  expect(stands[1]?.fields).toEqual([{ field: 'radius_m', before: 100, after: 150 }])

  const place = { place_id: 'poarta', name: 'Poarta 3', lat: 45.65, lng: 25.6 }
  const { placeId } = (await server.request(addPlace, { body: place }, manager)).reply.data
  await server.request(addPlace, { body: place }, manager)
  await server.request(deletePlace, { params: { id: placeId } }, manager)
  await server.request(restorePlace, { params: { id: placeId }, body: {} }, manager)
  await server.request(addPlace, { body: { ...place, name: 'Poarta 4' } }, manager)
  const places = await changesOf('internal_place')
  expect(places.map(({ action }) => action)).toEqual(['created', 'deleted', 'restored', 'changed'])
  expect(places[3]?.fields).toEqual([{ field: 'name', before: 'Poarta 3', after: 'Poarta 4' }])
})
