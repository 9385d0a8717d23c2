import { pretendCallersChannel } from '@dispecerat/contract/api/realtime'
import * as contract from '@dispecerat/contract/demo/pretend-callers'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { PretendPublic } from './pretend-public.ts'
import { createSilentExchange } from './testing/silent-exchange.ts'

async function aTown(options: Parameters<typeof aServer>[0] = {}) {
  const server = await aServer(options)
  const { companyId } = await aCompany(server)
  const { email } = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  return { server, companyId, admin: await server.logIn(email), [Symbol.asyncDispose]: () => server.stop() }
}

/** Simulated callers at an exchange without audio; `updates` has the published updates of the company, latest last. */
function aPublic(server: TestServer, seed = 1) {
  const paper = createSilentExchange()
  const updates: contract.PretendCaller[][] = []
  const people = new PretendPublic(server, {
    ...paper,
    testNumbers: ['+40000000001'],
    random: seededRandom(seed),
    changed: (_companyId, callers) => void updates.push(callers),
  })
  return { ...paper, people, updates }
}

async function knownClient({ db, clock }: TestServer, companyId: CompanyId, phone: string): Promise<void> {
  const user = await db
    .insertInto('users')
    .values({ phone, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('company_clients')
    .values({ company_id: companyId, user_id: user.id, name: 'Maria Pop', created_at: clock.now() })
    .execute()
  const place = { lat: 45.65, long: 25.6, lat_e5: 4_565_000, long_e5: 2_560_000, last_used_at: clock.now() }
  await db
    .insertInto('saved_addresses')
    .values({ company_id: companyId, phone, user_id: user.id, name: 'Strada Lungă 12', use_count: 9, ...place })
    .execute()
}

test('the default rate is twenty calls an hour; a change is sent to every viewer', async () => {
  await using town = await aTown()
  const { server, companyId, admin } = town
  const read = async () =>
    (await server.request(contract.readCallRate, { query: { company_id: companyId } }, admin)).reply
  expect((await read()).data).toEqual({
    company_id: companyId,
    per_hour: 20,
    is_city_open: false,
    is_anybody_there: false,
  })
  const socket = await server.socket(admin)
  const body = { company_id: companyId, per_hour: 0 }
  expect((await server.request(contract.setCallRate, { body }, admin)).reply.data.per_hour).toBe(0)
  expect((await read()).data.per_hour).toBe(0)
  await socket.waitForEvent('company_settings_changed')
  for (const per_hour of [-1, 201, 1.5]) {
    expect((await server.request(contract.setCallRate, { body: { ...body, per_hour } }, admin)).status).toBe(422)
  }
})

test('the rate, the callers and their numbers belong to the company alone', async () => {
  await using town = await aTown()
  const { server, admin } = town
  const { companyId: other } = await aCompany(server)
  const query = { company_id: other }
  expect((await server.request(contract.readCallRate, { query }, admin)).status).toBe(404)
  expect((await server.request(contract.setCallRate, { body: { ...query, per_hour: 5 } }, admin)).status).toBe(404)
  expect((await server.request(contract.readCallers, { query }, admin)).status).toBe(404)
  expect((await server.request(contract.sendCaller, { body: query }, admin)).status).toBe(404)
  const { email } = await aUser(server, { roles: ['dispatcher'], companyIds: [town.companyId] })
  const dispatcher = await server.logIn(email)
  const mine = { company_id: town.companyId }
  expect((await server.request(contract.readCallRate, { query: mine }, dispatcher)).status).toBe(403)
})

test('numbers to call from: clients by name, blocked ones separately, test numbers', async () => {
  await using town = await aTown()
  const { server, companyId, admin } = town
  await knownClient(server, companyId, '+40700300301')
  const at = server.clock.now()
  await server.db
    .insertInto('blocked_phones')
    .values({ company_id: companyId, phone: '+40700300399', reason: 'glume', created_at: at })
    .execute()
  const { reply } = await server.request(contract.readCallers, { query: { company_id: companyId } }, admin)
  expect(reply.data).toEqual({
    callers: [],
    numbers: {
      known: [{ phone: '+40700300301', name: 'Maria Pop' }],
      blocked: ['+40700300399'],
      test: ['+40000000001', '+40000000002'],
    },
  })
})

test('a caller rings, is answered, waits on hold, goes on and hangs up at the end', async () => {
  await using town = await aTown()
  const { server, companyId } = town
  await knownClient(server, companyId, '+40700300301')
  const { people, calls, spoken, updates } = aPublic(server)
  const rung = await people.ring(companyId)
  const [call] = calls
  expect(call).toMatchObject({ from: rung.phone, dialled: `company-${companyId}` })
  expect(rung).toMatchObject({ state: 'ringing', why: null, wish: { pickup: 'Strada Lungă 12' } })

  server.pass(5)
  call?.on.answered('the answer')
  server.pass(5)
  call?.on.held()
  expect(people.of(companyId)[0]).toMatchObject({ state: 'held', answered_at: '2026-03-01 18:00:05' })
  call?.on.resumed()
  server.pass(61)
  people.tick()
  expect(people.of(companyId)[0]).toMatchObject({ state: 'ended', why: 'said_all' })
  expect(call?.hungUp).toBe(true)
  expect(spoken).toEqual(['answered the answer', 'is silent', 'speaks', 'closed'])
  expect(updates.map(([caller]) => caller?.state)).toEqual(['ringing', 'talking', 'held', 'talking', 'ended'])
})

test.each([
  ['603', 'declined'],
  ['486', 'broken'],
  ['Call ended', 'hung_up_on'],
] as const)('ended by the exchange with %s, the caller is %s', async (word, why) => {
  await using town = await aTown()
  const { people, calls } = aPublic(town.server)
  await people.ring(town.companyId)
  calls[0]?.on.ended(word)
  expect(people.of(town.companyId)[0]).toMatchObject({ state: 'ended', why })
  expect(calls[0]?.hungUp).toBe(false)
})

test('a caller with a set duration hangs up only after it', async () => {
  await using town = await aTown()
  const { server, companyId } = town
  const { people, calls } = aPublic(server)
  await people.ring(companyId, 300)
  calls[0]?.on.answered('the answer')
  server.pass(299)
  people.tick()
  expect(people.of(companyId)[0]).toMatchObject({ state: 'talking' })
  server.pass(2)
  people.tick()
  expect(people.of(companyId)[0]).toMatchObject({ state: 'ended', why: 'said_all' })
})

test('an unanswered caller gives up within a minute and a half', async () => {
  await using town = await aTown()
  const { people, calls } = aPublic(town.server)
  await people.ring(town.companyId)
  town.server.pass(19)
  people.tick()
  expect(calls[0]?.hungUp).toBe(false)
  town.server.pass(72)
  people.tick()
  expect(people.of(town.companyId)[0]).toMatchObject({ state: 'ended', why: 'gave_up' })
})

test('a caller who gave up answers a call back, and hangs up at the end; a forgotten one cannot be called', async () => {
  await using town = await aTown()
  const { people, calls, registeredPhones } = aPublic(town.server)
  const { phone } = await people.ring(town.companyId)
  town.server.pass(95)
  people.tick()
  const hungUp: string[] = []
  const answered = new Promise<string>((answer) => {
    registeredPhones.get(phone)?.rings({
      callId: 'back',
      offer: 'offer of a dispatcher',
      answer: (sdp) => {
        answer(sdp)
        return { callId: 'back', hangUp: () => void hungUp.push('back') }
      },
      refuse: () => undefined,
    })
  })
  expect(await answered).toBe('answer to offer of a dispatcher')
  expect(people.of(town.companyId).map(({ state }) => state)).toEqual(['talking', 'ended'])
  town.server.pass(61)
  people.tick()
  expect(people.of(town.companyId)[0]).toMatchObject({ phone, state: 'ended', why: 'said_all' })
  expect(hungUp).toEqual(['back'])

  for (let other = 0; other < 12; other++) {
    await people.ring(town.companyId)
    calls.at(-1)?.on.ended('Call ended')
  }
  expect(registeredPhones.has(phone)).toBe(false)
})

test('at most twelve callers at once, no two with one number; ended calls free their place and are forgotten in turn', async () => {
  await using town = await aTown()
  const { people, calls } = aPublic(town.server)
  for (let caller = 0; caller < 12; caller++) await people.ring(town.companyId)
  expect(new Set(calls.map(({ from }) => from)).size).toBe(12)
  await expect(people.ring(town.companyId)).rejects.toMatchObject({ code: 'caller.too_many' })
  for (const call of calls) call.on.ended('Call ended')
  await people.ring(town.companyId)
  expect(people.of(town.companyId)).toHaveLength(11)
})

test('an external exchange gets no simulated calls', async () => {
  await using town = await aTown({ env: { TELEPHONY: 'off' } })
  const { server, companyId, admin } = town
  const { status, body } = await server.request(contract.sendCaller, { body: { company_id: companyId } }, admin)
  expect([status, body.code]).toEqual([409, 'caller.no_exchange'])
})

test('a caller can be hung up by users who see it, and by no others', async () => {
  await using town = await aTown()
  const { people, calls } = aPublic(town.server)
  const { id } = await people.ring(town.companyId)
  expect(() => people.callOff(id, [asId<CompanyId>(town.companyId + 1)])).toThrow('call.unknown')
  people.callOff(id, [town.companyId])
  expect(calls[0]?.hungUp).toBe(true)
  expect(people.of(town.companyId)[0]).toMatchObject({ why: 'called_off' })
})

test('only the company’s own users subscribe to its channel', async () => {
  await using town = await aTown()
  const { companyId: other } = await aCompany(town.server)
  const socket = await town.server.socket(town.admin)
  socket.send({ action: 'subscribe', channel: pretendCallersChannel(other) })
  await socket.waitForEvent('error')
})

test('automatic callers ring where a dispatcher is present, and nowhere else', async () => {
  await using town = await aTown({ env: { DEMO: 'on', DEMO_CITY: 'on' } })
  const { server, companyId } = town
  await aCompany(server)
  const { email } = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId] })
  await server.startJobs()
  const socket = await server.socket(await server.logIn(email))
  // Presence is polled; the gap until the next caller begins only then.
  const receivedLater = () => {
    server.pass(60)
    return socket.framesOf('client_call_incoming').length
  }
  await expect.poll(receivedLater, { timeout: 45_000 }).toBeGreaterThan(0)
  const rung = await server.db.selectFrom('calls').select('company_id').distinct().execute()
  expect(rung.map(({ company_id }) => company_id)).toEqual([companyId])
})
