import { readLivePositions } from '@dispecerat/contract/fleet/live-map'
import { changePublicMap, listPublicMaps } from '@dispecerat/contract/site/public-map'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'

test('an administrator shows the company on the public map and hides it again, and each change is recorded with its author', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server, { name: 'Taxi Unu' })
  const { companyId: theirs } = await aCompany(server)
  await aDriver(server, { companyId, at: TOWN_SQUARE })
  await server.startJobs()
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const token = await server.logIn(boss.email)
  const seen = async () => (await server.request(readLivePositions, {})).reply.length
  const say = (public_live: boolean, company_id = companyId, as = token) =>
    server.request(changePublicMap, { body: { company_id, public_live } }, as)

  expect((await server.request(listPublicMaps, {}, token)).reply.data).toEqual([
    { company_id: companyId, name: 'Taxi Unu', public_live: false },
  ])
  expect(await seen()).toBe(0)
  expect((await say(true)).reply.data).toEqual({ company_id: companyId, name: 'Taxi Unu', public_live: true })
  expect(await seen()).toBe(1)
  await say(false)
  expect(await seen()).toBe(0)

  const events = await server.db
    .selectFrom('event_log')
    .select('data')
    .where('event', '=', 'company_settings_changed')
    .orderBy('seq')
    .execute()
  expect(events.map(({ data }) => data)).toEqual(
    [true, false].map((public_live) => ({ company_id: companyId, public_live, by: boss.userId })),
  )
  expect((await say(true, theirs)).status).toBe(404)
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  expect((await say(true, companyId, dispatcher)).status).toBe(403)
  expect((await server.request(listPublicMaps, {}, dispatcher)).status).toBe(403)
})
