import {
  createStand,
  deleteStand,
  editStand,
  listStands,
  type NewStand,
  readStandQueue,
  restoreStand,
} from '@dispecerat/contract/fleet/stands'
import { createPolygon, deletePolygon, restorePolygon } from '@dispecerat/contract/geography/zones'
import { expect, test } from 'vitest'
import { aCompany, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { aRank, aStand, north, type Phone, PLAN, queue, stays, written } from './testing/a-rank.ts'

test.each<[string, Partial<Record<keyof NewStand, unknown>>, string, string]>([
  ['without a name', { name: '  ' }, 'name', 'Numele este obligatoriu'],
  ['with a name of 61 letters', { name: 'ș'.repeat(61) }, 'name', 'Cel mult 60 caractere'],
  ['with a radius of 19 m', { radius_m: 19 }, 'radius_m', 'Raza trebuie să fie între 20 și 1000 de metri'],
  ['with a radius of 1001 m', { radius_m: 1001 }, 'radius_m', 'Raza trebuie să fie între 20 și 1000 de metri'],
  ['over the Danube in Ruse', { lat: 43.8485, long: 25.954 }, 'lat', 'Stația trebuie să fie în România'],
  ['in Budapest', { lat: 47.5, long: 19.04 }, 'lat', 'Stația trebuie să fie în România'],
  ['nowhere', { lat: null }, 'lat', 'Coordonate invalide'],
  ['with room for nobody', { capacity: 0 }, 'capacity', 'Capacitatea trebuie să fie un număr întreg, cel puțin 1'],
])('a stand %s is refused at its field', async (_, wrong, field, message) => {
  await using rank = await aRank(0)
  const answer = await rank.server.request(createStand, { body: { ...PLAN, ...wrong } as NewStand }, rank.boss)
  expect(answer.status).toBe(422)
  expect((answer.body.errors as Record<string, string[]>)[field]).toEqual([message])
})

test('a stand can be moved, resized, deactivated, deleted and restored with its queue', async () => {
  await using rank = await aRank(1)
  const { server, boss, dispatcher, companyId } = rank
  const [driver] = rank.phones as [Phone]
  const ring = [north(-500), { ...north(-500), long: 25.7 }, { ...north(500), long: 25.7 }, north(500)]
  const { id: zoneId } = await server.db
    .insertInto('polygons')
    .values({
      company_id: companyId,
      name: 'Est',
      paths: JSON.stringify(ring),
      area_m2: 1,
      created_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const standId = await aStand(rank, { lat: TOWN_SQUARE.lat, long: 25.5, radius_m: 60 })
  const params = { id: standId }

  const moved = await server.request(editStand, { params, body: { long: TOWN_SQUARE.long + 0.0001 } }, boss)
  expect(moved.reply.data).toMatchObject({ polygon_id: zoneId, radius_m: 60, is_active: true, capacity: null })
  const bigger = await server.request(editStand, { params, body: { radius_m: 200, capacity: 4 } }, boss)
  expect(bigger.reply.data).toMatchObject({ radius_m: 200, capacity: 4, name: PLAN.name })
  await stays(rank, driver, north(150), 25)
  expect(await queue(server, dispatcher, standId)).toEqual(['1'])
  const [before] = (await server.request(readStandQueue, { params }, dispatcher)).reply.data

  await expect.poll(() => written(server)).toHaveLength(1)
  await server.request(deleteStand, { params }, boss)
  expect((await server.request(readStandQueue, { params }, dispatcher)).body).toMatchObject({ code: 'stand.unknown' })
  expect((await server.request(editStand, { params, body: { name: 'Gara' } }, boss)).status).toBe(404)
  expect((await server.request(restoreStand, { params }, boss)).reply.data.id).toBe(standId)
  const arrivedAt = async () => (await server.request(readStandQueue, { params }, dispatcher)).reply.data[0]?.arrived_at
  await expect.poll(arrivedAt).toBe(before?.arrived_at)

  await server.request(editStand, { params, body: { is_active: false } }, boss)
  expect(await queue(server, dispatcher, standId)).toEqual([])
  expect(await written(server)).toEqual([])
  await server.request(editStand, { params, body: { is_active: true } }, boss)
  await stays(rank, driver, north(150), 25)
  expect(await queue(server, dispatcher, standId)).toEqual(['1'])
})

test('a dispatcher reads stands and cannot change them; a user of two companies sees the company of each stand', async () => {
  await using rank = await aRank(0)
  const { server, companyId } = rank
  expect((await server.request(createStand, { body: PLAN }, rank.dispatcher)).status).toBe(403)
  const second = (await aCompany(server)).companyId
  const both = await aUser(server, { roles: ['company_admin'], companyIds: [companyId, second] })
  const token = await server.logIn(both.email)
  const unsaid = await server.request(createStand, { body: PLAN }, token)
  expect(unsaid.body).toMatchObject({ errors: { company_id: ['Alegeți compania'] } })
  const answer = await server.request(createStand, { body: { ...PLAN, company_id: second } }, token)
  expect(answer.reply.data.company_id).toBe(second)
})

test('after zones are redrawn each stand has its new zone', async () => {
  await using rank = await aRank(0)
  const { server, boss, dispatcher } = rank
  const standId = await aStand(rank)
  const zoneOfTheStand = async () => {
    const { reply } = await server.request(listStands, {}, dispatcher)
    return reply.data.find(({ id }) => id === standId)?.polygon_id
  }
  const ring = [
    north(-500),
    { ...north(-500), long: 25.7 },
    { ...north(900), long: 25.6 },
    { ...north(500), long: 25.4 },
  ]
  const { reply } = await server.request(createPolygon, { body: { name: 'Centru', paths: ring } }, boss)
  const params = { id: reply.data.id }
  expect(await zoneOfTheStand()).toBe(params.id)
  await server.request(deletePolygon, { params }, boss)
  expect(await zoneOfTheStand()).toBeNull()
  await server.request(restorePolygon, { params }, boss)
  expect(await zoneOfTheStand()).toBe(params.id)
})
