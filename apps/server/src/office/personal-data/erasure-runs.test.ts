import { erasePersonalData, listErasures, stopErasure } from '@dispecerat/contract/office/personal-data'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPhone, createFixture, SQUARE } from '../../orders/testing/order-fixture.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { placesOf } from '../../testing/database/database-dump.ts'
import { queueForLock } from '../../testing/database/queue-for-lock.ts'
import { advanceErasure, type ErasureHooks } from './advance-erasure-run.ts'
import { eraseClient } from './erase-client.ts'
import { continueErasures } from './personal-data.jobs.ts'
import { finishErasures } from './replace-mentions.ts'

/** 450 orders are three portions. */
const ORDERS = 450
const NAME = 'Ionela Canaru'

class Killed extends Error {}

/** A client with hundreds of orders and one recorded call, and functions that erase the client. */
async function aFrequentClient(orders = ORDERS) {
  const fixture = await createFixture()
  const { server, companyId, dispatcherId } = fixture
  const { db } = server
  const phone = aPhone()
  const { id } = await fixture.place({ client_phone: phone, client_name: NAME })
  expect((await server.request(cancelOrder, { params: { id }, body: {} }, fixture.dispatcher)).status).toBe(200)
  await sql`
    insert into orders select (jsonb_populate_record(one, jsonb_build_object('id', one.id + 100000 + n))).*
    from orders as one cross join generate_series(1, ${orders - 1}) as n where one.id = ${id}
  `.execute(db)
  const at = server.clock.now()
  const recordCall = async ({ file, ...about }: { phone: string; order_id: OrderId | null; file: string }) => {
    const call = { ...about, company_id: companyId, sip_caller_id: `${about.phone}@t`, state: 'ended' as const }
    const { id: callId } = await db
      .insertInto('calls')
      .values({ ...call, rang_at: at, ended_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sound = { call_id: callId, file, seconds: 3, bytes: 10, mime: 'audio/wav', recorded_at: at }
    await db.insertInto('call_recordings').values(sound).execute()
  }
  await recordCall({ phone, order_id: null, file: 'suna.wav' })
  const { id: clientId } = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  const thrownAway: string[] = []
  const bin = {
    remove: async (file: string) => void thrownAway.push(file),
    removeCall: async (sipCallerId: string) => void thrownAway.push(sipCallerId),
  }
  const actor: Actor = {
    userId: dispatcherId,
    kind: 'dispatcher',
    roles: ['company_admin'],
    ip: '10.0.0.7',
    scope: { companies: [companyId], ownUserId: null },
    once: { key: 'stergere', fingerprint: 'the same' },
  }
  const left = sql<{ n: number }>`select count(*)::integer as n from orders where client_phone = ${phone}`
  return {
    fixture,
    clientId,
    phone,
    bin,
    thrownAway,
    recordCall,
    /** An order of the next portion. */
    nextOrder: async () =>
      (
        await sql<{ id: OrderId }>`
      select min(id) as id from orders where client_phone = ${phone}
    `.execute(db)
      ).rows[0]?.id ?? asId<OrderId>(0),
    erase: (hooks: ErasureHooks & { timeoutMs?: number } = {}) =>
      eraseClient(server, actor, { clientId, reason: 'Cererea 12', bin }, hooks),
    runs: async () => {
      const { rows } = await sql<{ id: number; state: string }>`select id, state from erasure_runs`.execute(db)
      return rows
    },
    requests: async () => (await db.selectFrom('erasure_runs').select('request').execute()).map((run) => run.request),
    stop: (runId: number) => server.request(stopErasure, { params: { id: runId } }, fixture.manager),
    ordersLeft: async () => (await left.execute(db)).rows[0]?.n,
    journal: async () => {
      const { rows } = await sql<{ action: string; by: number; ip: string; after: object }>`
        select action, user_id as by, user_ip as ip, after from audit_log
        where entity = 'client' and entity_id = ${clientId} and action like 'eras%'
      `.execute(db)
      return rows
    },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

const once = (act: () => Promise<void>): (() => Promise<void>) => {
  let isDone = false
  return async () => {
    if (isDone) return
    isDone = true
    await act()
  }
}

const killed = async () => {
  throw new Killed()
}

test('an erasure whose process is killed between two portions is continued with its original author, and the repeated request gets its reply', async () => {
  await using client = await aFrequentClient()
  const { server, dispatcherId } = client.fixture
  await expect(client.erase({ betweenPortions: killed })).rejects.toThrow(Killed)
  await continueErasures(server, client.bin)
  expect([await client.ordersLeft(), client.thrownAway]).toEqual([ORDERS - 200, []])
  const listed = await server.request(listErasures, { params: { id: client.clientId } }, client.fixture.manager)
  expect(listed.reply.data).toMatchObject([{ state: 'running', removed: { orders: 200, calls: 1, recordings: 1 } }])
  server.pass(31)
  await continueErasures(server, client.bin)
  expect([await client.ordersLeft(), client.thrownAway]).toEqual([0, ['suna.wav', `${client.phone}@t`]])
  const erased = { isWhole: true, removed: { orders: ORDERS, calls: 1, recordings: 1 } }
  expect(await client.erase()).toMatchObject(erased)
  const proof = await server.db.selectFrom('client_erasures').select(['erased_by', 'removed']).execute()
  expect(proof).toMatchObject([{ erased_by: dispatcherId, removed: erased.removed }])
  const author = { by: dispatcherId, ip: '10.0.0.7', after: { orders: ORDERS, reason: 'Cererea 12' } }
  expect(await client.journal()).toMatchObject([{ action: 'erased', ...author }])
})

test('a running erasure names the client only in the files to delete, and a finished one not at all', async () => {
  await using client = await aFrequentClient()
  const { db } = client.fixture.server
  const placesOfRun = async () => {
    const places = await placesOf(db, [NAME, client.phone.slice(-9), 'suna.wav', 'Cererea 12'])
    return places.filter((place) => place.startsWith('erasure_runs'))
  }
  await expect(client.erase({ betweenPortions: killed })).rejects.toThrow(Killed)
  expect(await placesOfRun()).toEqual(['erasure_runs.sounds'])
  await client.erase()
  expect(await placesOfRun()).toEqual([])
  expect(await client.requests()).toEqual([null])
})

test('an erasure whose process is killed after the last portion still deletes the recordings', async () => {
  await using client = await aFrequentClient(10)
  const { server } = client.fixture
  await expect(client.erase({ betweenPortions: killed })).rejects.toThrow(Killed)
  expect([(await client.runs())[0]?.state, client.thrownAway]).toEqual(['done', []])
  server.pass(31)
  await continueErasures(server, client.bin)
  expect(client.thrownAway).toEqual(['suna.wav', `${client.phone}@t`])
})

test('when two processes run one erasure and one dies, each row is counted once and all recordings are deleted', async () => {
  await using client = await aFrequentClient()
  const { server } = client.fixture
  await expect(client.erase({ betweenPortions: killed })).rejects.toThrow(Killed)
  const id = (await client.runs())[0]?.id ?? 0
  await client.recordCall({ phone: '+40700000001', order_id: await client.nextOrder(), file: 'doi.wav' })
  const run = { id, bin: client.bin }
  const ends = () => advanceErasure(server, run)
  const dies = () => advanceErasure(server, run, { betweenPortions: killed }).catch(() => null)
  const row = sql`select from erasure_runs where id = ${id} for no key update`
  const erased = await queueForLock(server.database, row, [dies, ends])
  expect(erased).toMatchObject([null, { removed: { orders: ORDERS, calls: 2, recordings: 2 } }])
  expect(new Set(client.thrownAway)).toEqual(new Set(['suna.wav', `${client.phone}@t`, 'doi.wav', '+40700000001@t']))
  expect(await client.journal()).toHaveLength(1)
})

test('a timed-out request gets erasure.running, as does a second one, and the erasure still ends', async () => {
  await using client = await aFrequentClient()
  const { server, manager } = client.fixture
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const erase = client.erase({ timeoutMs: 0, betweenPortions: () => gate })
  await expect(erase).rejects.toMatchObject({ code: 'erasure.running' })
  const again = await server.request(erasePersonalData, { params: { id: client.clientId }, body: {} }, manager)
  expect([again.status, again.body.code]).toEqual([409, 'erasure.running'])
  goOn()
  await expect.poll(client.runs).toMatchObject([{ state: 'done' }])
  expect(await client.ordersLeft()).toBe(0)
})

test('a stopped erasure erases nothing further and records who stopped it; a new one also searches for names that the first erased', async () => {
  await using client = await aFrequentClient()
  const { server, manager, companyId } = client.fixture
  await sql`update orders set client_name = 'Ioana Veche' where id = (select min(id) from orders)`.execute(server.db)
  const note = { company_id: companyId, text: 'Sunați-o pe Ioana Veche', created_at: server.clock.now() }
  await server.db.insertInto('message_templates').values(note).execute()
  const stopped: unknown[] = []
  const erase = client.erase({
    betweenPortions: once(async () => {
      stopped.push((await client.stop((await client.runs())[0]?.id ?? 0)).reply.data)
    }),
  })
  await expect(erase).rejects.toMatchObject({ code: 'erasure.stopped', facts: { orders: 200, calls: 1 } })
  expect(stopped).toMatchObject([{ state: 'stopped', removed: { orders: 200 } }])
  server.pass(31)
  await continueErasures(server, client.bin)
  expect(await client.ordersLeft()).toBe(ORDERS - 200)
  expect(client.thrownAway).toEqual(['suna.wav', `${client.phone}@t`])
  expect(await client.journal()).toMatchObject([{ action: 'erasure_stopped', after: { orders: 200, calls: 1 } }])
  const late = await client.stop((await client.runs())[0]?.id ?? 0)
  expect([late.status, late.body.code]).toEqual([409, 'erasure.ended'])
  const again = await server.request(erasePersonalData, { params: { id: client.clientId }, body: {} }, manager)
  expect(again.reply.data.removed).toMatchObject({ orders: ORDERS - 200, calls: 0 })
  await finishErasures(server)
  expect(await server.db.selectFrom('message_templates').select('text').execute()).toEqual([
    { text: 'Sunați-o pe ***' },
  ])
  expect(await client.requests()).toEqual([null, null])
})

test('a client who places an order meanwhile ends the erasure: the request gets the reason, and no job continues it', async () => {
  await using client = await aFrequentClient()
  const { server, dispatcher } = client.fixture
  const order = once(async () => {
    const body = { client_phone: client.phone, places: [SQUARE] }
    expect((await server.request(createOrder, { body }, dispatcher)).status).toBe(201)
  })
  const refused = { code: 'client.has_open_order' }
  await expect(client.erase({ betweenPortions: order })).rejects.toMatchObject(refused)
  server.pass(31)
  await continueErasures(server, client.bin)
  expect([(await client.runs())[0]?.state, await client.ordersLeft()]).toEqual(['refused', ORDERS - 200 + 1])
  await expect(client.erase()).rejects.toMatchObject(refused)
})
