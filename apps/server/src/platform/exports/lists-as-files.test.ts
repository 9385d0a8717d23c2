import { reportIncident } from '@dispecerat/contract/office/incidents'
import { createDiscount } from '@dispecerat/contract/orders/discounts'
import { expect, test } from 'vitest'
import { aBilledOffice } from '../../billing/protocol/testing/a-billed-office.ts'
import { aUser } from '../../testing/builders.ts'

const MARK = '\uFEFF'

test('the lists of the office are exported with headers and rows, also as a workbook', async () => {
  await using billed = await aBilledOffice()
  const { server, boss, orders } = billed
  expect((await billed.issue()).status).toBe(201)
  await server.request(reportIncident, { body: { type: 'other', text: '=1+1 zgomot' } }, boss)
  const admin = await server.logIn((await aUser(server, { roles: ['admin'], companyIds: [] })).email)
  const take = async (method: 'GET' | 'POST', path: string, query: Record<string, string>, token = boss) => {
    const url = method === 'GET' ? `${path}?${new URLSearchParams(query)}` : path
    const headers = { authorization: `Bearer ${token}` }
    const answer = await server.inject({ method, url, headers, ...(method === 'POST' ? { payload: query } : {}) })
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer
  }
  const csv = async (...args: Parameters<typeof take>) => {
    const [method, path, query, token] = args
    const { body, headers } = await take(method, path, { ...query, format: 'csv' }, token)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
    const workbook = await take(method, path, { ...query, format: 'xlsx' }, token)
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK')
    return body.trimEnd().split('\r\n')
  }

  const contracts = await csv('POST', '/api/protocol/contracts/export', {})
  expect(contracts[0]?.startsWith(`${MARK}Companie protocol;Denumire;CUI;`)).toBe(true)
  expect(contracts).toHaveLength(2)
  expect(await csv('POST', '/api/protocol/contracts/export', { search: 'nimeni așa' })).toHaveLength(1)

  const invoices = await csv('POST', '/api/protocol/invoices/export', {})
  expect(invoices).toHaveLength(2)
  expect(invoices[1]).toContain('Factură;Banca Verde;2026-03;')

  const incidents = await csv('POST', '/api/incidents/export', {})
  expect(incidents[1]).toContain("'=1+1 zgomot")
  expect(await csv('POST', '/api/incidents/export', { status: 'closed' })).toHaveLength(1)

  const messages = await csv('POST', '/api/outbox/export', {})
  const rows = await server.db.selectFrom('outbox').select('id').where('company_id', 'is not', null).execute()
  expect(messages).toHaveLength(rows.length + 1)

  const companies = await csv('POST', '/api/companies/export', {}, admin)
  expect(companies.length).toBeGreaterThan(1)

  const orderRows = await csv('GET', '/api/orders/export', { states: 'finished', payment_type: 'protocol' })
  expect(orderRows.slice(1).map((line) => Number(line.split(';')[0]))).toEqual([...orders].reverse())
  expect(orderRows[1]).toContain(';protocol;Banca Verde;')
  expect(await csv('GET', '/api/orders/export', { states: 'canceled' })).toHaveLength(1)

  const period = { date_from: '2026-02-28 22:00:00', date_to: '2026-03-31 21:00:00' }
  expect(await csv('GET', '/api/orders-for-report', period)).toHaveLength(4)
  expect((await csv('GET', '/api/reports/calls', period))[0]?.startsWith(`${MARK}De la;Primite;`)).toBe(true)
})

test('a list of discounts contains the amount of each, as filtered', async () => {
  await using billed = await aBilledOffice()
  const { server, boss } = billed
  const input = { name: 'Zece la sută', type: 'percent', value: 10, trigger: 'manual' } as const
  expect((await server.request(createDiscount, { body: input as never }, boss)).status).toBe(201)
  const lines = async (filter: object) => {
    const headers = { authorization: `Bearer ${boss}` }
    const answer = await server.inject({ method: 'POST', url: '/api/discounts/export', headers, payload: filter })
    return answer.body.trimEnd().split('\r\n')
  }
  expect((await lines({}))[1]).toMatch(/^Zece la sută;10;%;.*la alegerea dispecerului/)
  expect(await lines({ active: '0' })).toHaveLength(1)
})
