import { createHmac } from 'node:crypto'
import * as contract from '@dispecerat/contract/billing/filings'
import { confirmFare, editOrder } from '@dispecerat/contract/orders/orders'
import { expect, test } from 'vitest'
import { convert } from 'xmlbuilder2'
import { openAuthorities } from '../../adapters/authorities/open-authorities.ts'
import { anOffice } from '../../testing/an-office.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { correctRegisters } from './correct-registers.ts'
import { sendDueFilings } from './send-due-filings.ts'
import { AnAuthority } from './testing/an-authority.ts'

const KEY = 'cheia-primariei-123'
const DAY = '2026-03-01'

/** A past day with one finished order. */
async function aDayDriven() {
  const office = await anOffice({ at: `${DAY}T12:00:00+02:00` })
  const { server, companyId } = office.fixture
  await office.drive(25.5)
  const early = await server.request(contract.fileRegister, { body: { company_id: companyId, day: DAY } }, office.boss)
  expect(early.status).toBe(409)
  await office.travel('2026-03-02T08:00:00+02:00')
  const authority = new AnAuthority()
  const url = `${await authority.open()}/registru`
  const authorities = openAuthorities({ efactura: null, townhall: { url, key: KEY } }, server.clock)
  return {
    office,
    server,
    authority,
    companyId,
    queue: (format: 'csv' | 'xml') =>
      server.request(contract.fileRegister, { body: { company_id: companyId, day: DAY, format } }, office.boss),
    send: () => sendDueFilings(server, authorities),
    read: async () =>
      (await server.request(contract.listFilings, { query: { kind: 'townhall' } }, office.boss)).reply.data,
    [Symbol.asyncDispose]: async () => {
      await authority[Symbol.asyncDispose]()
      await office[Symbol.asyncDispose]()
    },
  }
}

test('a past day is filed once; the town hall gets the register signed and without data of the client', async () => {
  await using day = await aDayDriven()
  const { server, authority, queue, send, read } = day
  const first = await queue('xml')
  expect([first.status, first.reply.data.state]).toEqual([201, 'pending'])
  const again = await queue('csv')
  expect([again.status, again.reply.data.id]).toEqual([200, first.reply.data.id])
  authority.says.set('registru', () => ({ status: 202, body: '' }))
  expect(await send()).toBe(1)
  expect(await read()).toMatchObject([{ state: 'accepted', day: DAY, format: 'xml' }])
  const [posted] = authority.heard
  expect(posted?.method).toBe('POST')
  const signed = createHmac('sha256', KEY).update(`${posted?.headers['x-timestamp']}.${posted?.body}`).digest('hex')
  expect(posted?.headers['x-signature']).toBe(`sha256=${signed}`)
  expect(posted?.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', 'x-register-day': DAY })
  const { RegistruDispecerat: register } = convert(posted?.body ?? '', { format: 'object' }) as unknown as {
    RegistruDispecerat: Record<string, unknown>
  }
  expect(register).toMatchObject({ '@zi': DAY, '@comenzi': '1', Comanda: { Stare: 'finalizată', CostRON: '25.50' } })
  expect(Object.keys(register.Comanda as object)).toContain('NumarInmatriculare')
  const { phone } = await server.db.selectFrom('orders').select('phone').executeTakeFirstOrThrow()
  expect(phone).not.toBeNull()
  expect(posted?.body).not.toContain(phone)
  expect(await send()).toBe(0)
})

test('the CSV is in the Romanian format, and a failed delivery is retried with the same idempotency key', async () => {
  await using day = await aDayDriven()
  const { server, authority, queue, send, read } = day
  await queue('csv')
  authority.says.set('registru', () => 'nothing')
  await send()
  expect(await read()).toMatchObject([{ state: 'pending', reason: 'unreachable', tries: 1 }])
  authority.says.set('registru', () => ({ body: 'bun' }))
  server.pass(31)
  await send()
  expect(await read()).toMatchObject([{ state: 'accepted', tries: 2 }])
  const keys = authority.heard.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  const [head, line] = authority.heard[1]?.body.replace('\uFEFF', '').split('\r\n') ?? []
  expect(head).toMatch(/^Nr;Primită;Dorită la;Preluare;Destinație;Indicativ;Nr\. înmatriculare;/)
  expect(line?.split(';').slice(-2)).toEqual(['finalizată', '25,5'])
})

test('a fare confirmed after filing produces one numbered correction, and an unchanged register produces none', async () => {
  await using day = await aDayDriven()
  const { server, office, authority, queue, send, read } = day
  authority.says.set('registru', () => ({ body: 'bun' }))
  const doubt = async (costBani: number) => {
    const doubted = { fare_doubt: 'above_time', cost_bani: costBani, driver_payment_bani: 0, is_paid: false } as const
    const order = server.db.updateTable('orders').set(doubted).returning('id')
    return (await order.executeTakeFirstOrThrow()).id
  }
  const id = await doubt(70_00)
  await queue('csv')
  await send()
  await correctRegisters(server)
  expect((await read()).map(({ state }) => state)).toEqual(['accepted'])

  expect((await server.request(confirmFare, { params: { id } }, office.boss)).status).toBe(200)
  await correctRegisters(server)
  await correctRegisters(server)
  await send()
  expect((await read()).map(({ state, file_name }) => [state, file_name.replace(/^registru_\d+_/, '')])).toEqual([
    ['accepted', `${DAY}_corectia_1.csv`],
    ['accepted', `${DAY}.csv`],
  ])
  expect(
    authority.heard.map(({ headers, body }) => [headers['x-register-correction'], body.includes(';70\r\n')]),
  ).toEqual([
    ['0', false],
    ['1', true],
  ])
  expect(new Set(authority.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)

  await doubt(70_00)
  await server.request(confirmFare, { params: { id } }, office.boss)
  await correctRegisters(server)
  expect(await read()).toHaveLength(2)
  expect((await queue('csv')).status).toBe(200)
})

test('a register that was not sent yet is replaced instead of corrected', async () => {
  await using day = await aDayDriven()
  const { server, office, authority, queue, send, read } = day
  authority.says.set('registru', () => ({ body: 'bun' }))
  await queue('csv')
  const order = await server.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const body = { cost: 31, fare_reason: 'bon greșit' }
  expect((await server.request(editOrder, { params: { id: order.id }, body }, office.boss)).status).toBe(200)
  await correctRegisters(server)
  await send()
  expect(await read()).toHaveLength(1)
  expect(authority.heard.map(({ body: posted }) => posted.includes(';31\r\n'))).toEqual([true])
})

test('an administrator of another company can neither file nor list the register', async () => {
  await using day = await aDayDriven()
  const { server, companyId, office } = day
  const other = await aCompany(server)
  const unknown = await server.logIn(
    (await aUser(server, { roles: ['company_admin'], companyIds: [other.companyId] })).email,
  )
  const body = { company_id: companyId, day: DAY }
  expect((await server.request(contract.fileRegister, { body }, unknown)).status).toBe(404)
  await server.request(contract.fileRegister, { body }, office.boss)
  expect((await server.request(contract.listFilings, { query: {} }, unknown)).reply.data).toEqual([])
})
