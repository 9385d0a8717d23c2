import { createOrder } from '@dispecerat/contract/orders/orders'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, TOWN_SQUARE } from '../../testing/builders.ts'
import { aCutWire, type Cut } from '../../testing/database/a-cut-wire.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { LostCommits } from './lost-commits.ts'

const PHONE = '+40740123456'
const bodyFor = (client_phone: string) => ({
  client_phone,
  places: [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }],
})

async function createFixture() {
  const wire = await aCutWire()
  const server = await aServer({ database: wire.database })
  const { companyId } = await aCompany(server)
  const [one, other] = [await aDispatcher(server, { companyId }), await aDispatcher(server, { companyId })]
  const tokens = { one: await server.logIn(one.email), other: await server.logIn(other.email) }
  const place = (phone = PHONE, token = tokens.one, key?: string) =>
    server.request(
      createOrder,
      { body: bodyFor(phone), ...(key ? { headers: { 'idempotency-key': key } } : {}) },
      token,
    )
  /** The order of another phone goes first, so that the next commit is that of the order under test. */
  const placeAndCut = async (cut: Cut, key?: string) => {
    await place('+40740999999')
    wire.cutNextCommit(cut)
    return place(PHONE, tokens.one, key)
  }
  return { server, tokens, place, placeAndCut, [Symbol.asyncDispose]: server.stop }
}

async function ordersOf({ db }: TestServer): Promise<number[]> {
  const rows = await db.selectFrom('orders').select('id').where('client_phone', '=', PHONE).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test.each(['unsent', 'unanswered'] as const)(
  'a commit that is %s is answered with 503 request.outcome_unknown',
  async (cut) => {
    await using fixture = await createFixture()
    const answer = await fixture.placeAndCut(cut)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      503,
      'request.outcome_unknown',
      'Nu știm dacă s-a salvat; verificați sau încercați din nou',
    ])
    expect(await ordersOf(fixture.server)).toHaveLength(cut === 'unanswered' ? 1 : 0)
  },
)

test('repeating the request after a commit that was made returns its order, any number of times', async () => {
  await using fixture = await createFixture()
  await fixture.placeAndCut('unanswered')
  const [first] = await ordersOf(fixture.server)
  for (let time = 0; time < 2; time++) {
    const { status, reply } = await fixture.place()
    expect([status, reply.repeated, reply.data.id]).toEqual([201, true, first])
  }
  expect(await ordersOf(fixture.server)).toEqual([first])
})

test('repeating the request after a commit that was rolled back creates the order once', async () => {
  await using fixture = await createFixture()
  await fixture.placeAndCut('unsent')
  const placed = await fixture.place()
  expect([placed.status, placed.reply.repeated]).toEqual([201, undefined])
  expect((await fixture.place()).reply).toMatchObject({ repeated: true, data: { id: placed.reply.data.id } })
  expect(await ordersOf(fixture.server)).toEqual([placed.reply.data.id])
})

test('another body, another user, and the same request after 30 s are new orders', async () => {
  await using fixture = await createFixture()
  await fixture.placeAndCut('unanswered')
  expect((await fixture.place('+40740123457')).reply.repeated).toBeUndefined()
  expect((await fixture.place(PHONE, fixture.tokens.other)).reply.repeated).toBeUndefined()
  fixture.server.pass(31)
  expect((await fixture.place()).reply.repeated).toBeUndefined()
  expect(await ordersOf(fixture.server)).toHaveLength(3)
})

test('without a lost commit two identical requests are two orders', async () => {
  await using fixture = await createFixture()
  await fixture.place()
  expect((await fixture.place()).reply.repeated).toBeUndefined()
  expect(await ordersOf(fixture.server)).toHaveLength(2)
})

test('a commit lost in one process is known to the others for 30 s', () => {
  const listeners: ((message: string) => void)[] = []
  const bus = {
    publish: (_: string, message: string) => listeners.forEach((listener) => void listener(message)),
    subscribe: (_: string, listener: (message: string) => void) => void listeners.push(listener),
  }
  const clock = new TestClock('2026-05-04T10:00:00Z')
  const [one, other] = [new LostCommits({ bus, clock }), new LostCommits({ bus, clock })]
  one.add(asId<UserId>(7), 'print', { key: 'own 1', now: clock.now() })
  const found = () => [
    other.keyOf(asId<UserId>(7), 'print', clock.now()),
    other.keyOf(asId<UserId>(8), 'print', clock.now()),
  ]
  expect(found()).toEqual(['own 1', null])
  clock.pass(31)
  expect(found()).toEqual([null, null])
})

test.each(['unsent', 'unanswered'] as const)('a request with a key whose commit was %s runs once', async (cut) => {
  await using fixture = await createFixture()
  expect((await fixture.placeAndCut(cut, 'order-1')).body.code).toBe('request.outcome_unknown')
  const again = await fixture.place(PHONE, fixture.tokens.one, 'order-1')
  expect(again.status).toBe(201)
  expect(await ordersOf(fixture.server)).toEqual([again.reply.data.id])
})
