import * as contract from '@dispecerat/contract/billing/filings'
import { fileInvoice } from '@dispecerat/contract/billing/invoice-filing'
import { listInvoices } from '@dispecerat/contract/billing/invoices'
import { expect, test } from 'vitest'
import { openAuthorities } from '../../adapters/authorities/open-authorities.ts'
import { anInvoice } from '../invoices/testing/an-invoice.ts'
import { sendDueFilings } from './send-due-filings.ts'
import { AnAuthority, anArchive, anaf } from './testing/an-authority.ts'

const TOKEN = 'jeton-secret-0123456789'

/** An invoice of March, a fake tax authority, and functions that file it and read its state. */
async function aFiledInvoice() {
  const billed = await anInvoice()
  const { server, boss, id } = billed
  const authority = new AnAuthority()
  const url = `${await authority.open()}/prod/FCTEL/rest/`
  const there = openAuthorities(
    { efactura: { url, ownToken: { token: TOKEN, cui: '18547290' }, oauth: null }, townhall: null },
    server.clock,
  )
  const nobody = openAuthorities({ efactura: null, townhall: null }, server.clock)
  const filings = async () => (await server.request(contract.listFilings, { query: {} }, boss)).reply
  return {
    ...billed,
    authority,
    filings,
    nobody,
    file: (invoiceId = id) => server.request(fileInvoice, { params: { id: invoiceId } }, boss),
    send: (authorities = there) => sendDueFilings(server, authorities),
    only: async () => {
      const { data } = await filings()
      expect(data).toHaveLength(1)
      const [first] = data
      if (!first) throw new Error('no filing')
      return first
    },
    filingState: async () =>
      (await server.request(listInvoices, { query: {} }, boss)).reply.data.find((one) => one.id === id)?.efactura,
    [Symbol.asyncDispose]: async () => {
      await authority[Symbol.asyncDispose]()
      await billed[Symbol.asyncDispose]()
    },
  }
}

test('without a configured authority the filing is listed as pending, and its file can be downloaded', async () => {
  await using filed = await aFiledInvoice()
  const { server, boss, file, send, nobody, only, filings, id, xml } = filed
  expect((await file()).reply.data.efactura).toMatchObject({ state: 'pending', upload_index: null })
  expect(await send(nobody)).toBe(0)
  const filing = await only()
  expect(filing).toMatchObject({ kind: 'efactura', state: 'pending', format: 'UBL', tries: 0, invoice: { id } })
  expect((await filings()).providers).toEqual({ efactura: false, townhall: false })
  const headers = { authorization: `Bearer ${boss}` }
  const answer = await server.inject({ url: `/api/outbox/filings/${filing.id}/file`, headers })
  expect(answer.headers['content-disposition']).toContain('efactura_DSP_1.xml')
  expect(answer.body).toBe(await xml(id))
  expect((await server.inject({ url: `/api/outbox/filings/${filing.id}/answer`, headers })).statusCode).toBe(404)
})

test('an invoice is uploaded once under the issuer’s CUI, polled until the verdict, and the signed archive is stored', async () => {
  await using filed = await aFiledInvoice()
  const { server, boss, authority, file, send, only, filingState, xml, id, fixture } = filed
  const archive = await anArchive('5001', '<Invoice/>')
  let isReady = false
  authority.says.set('upload', () => anaf.taken('5001'))
  authority.says.set('stareMesaj', () => (isReady ? anaf.state('ok', '9001') : anaf.state('in prelucrare')))
  authority.says.set('descarcare', () => ({ body: archive }))
  const console_ = await server.socket(boss)
  await Promise.all([file(), file(), file()])
  expect(await send()).toBe(1)
  expect(await filingState()).toMatchObject({ state: 'uploaded', upload_index: '5001' })
  const [upload] = authority.asked('upload')
  expect([upload?.method, upload?.url.pathname, upload?.url.search]).toEqual([
    'POST',
    '/prod/FCTEL/rest/upload',
    '?standard=UBL&cif=18547290',
  ])
  expect(upload?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  expect(upload?.body).toBe(await xml(id))
  expect(await send()).toBe(0)
  server.pass(6)
  expect(await send()).toBe(1)
  expect(await filingState()).toMatchObject({ state: 'uploaded', reason: 'processing' })
  isReady = true
  server.pass(3600)
  await send()
  expect(await filingState()).toMatchObject({ state: 'accepted', reason: null })
  expect(authority.asked('descarcare').at(-1)?.url.search).toBe('?id=9001')
  const filing = await only()
  expect(filing.has_answer).toBe(true)
  const headers = { authorization: `Bearer ${boss}` }
  const stored = await server.inject({ url: `/api/outbox/filings/${filing.id}/answer`, headers })
  expect(stored.rawPayload.equals(archive)).toBe(true)
  await file()
  server.pass(90_000)
  expect(await send()).toBe(0)
  expect(authority.asked('upload')).toHaveLength(1)
  expect((await server.request(contract.resendFiling, { params: { id: filing.id } }, boss)).status).toBe(409)
  const [changed] = await console_.waitForEvents('filing_changed', 4)
  expect(changed?.data).toEqual({ filing_id: filing.id, invoice_id: id })
  const changes = await server.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'filing')
    .where('company_id', '=', fixture.companyId)
    .orderBy('id')
    .execute()
  expect(changes.map(({ action }) => action)).toEqual(['created', 'changed', 'changed'])
})

test('a rejected invoice has the authority’s message, and can be filed again as a new filing', async () => {
  await using filed = await aFiledInvoice()
  const { server, authority, file, send, filingState, filings } = filed
  const errors = anaf.errors('5002', ['[BR-RO-100] Localitatea nu este un sector', 'Al doilea'])
  const archive = await anArchive('5002', errors)
  authority.says.set('upload', () => anaf.taken('5002'))
  authority.says.set('stareMesaj', () => anaf.state('nok', '9002'))
  authority.says.set('descarcare', () => ({ body: archive }))
  await file()
  await send()
  server.pass(6)
  await send()
  expect(await filingState()).toMatchObject({
    state: 'rejected',
    message: '[BR-RO-100] Localitatea nu este un sector\nAl doilea',
  })
  expect((await file()).reply.data.efactura).toMatchObject({ state: 'pending', message: null })
  expect((await filings()).data.map(({ state }) => state)).toEqual(['pending', 'rejected'])
})

test('a filing that the authority refuses fails with its reason, and is retried only on request', async () => {
  await using filed = await aFiledInvoice()
  const { server, boss, authority, file, send, only, filingState } = filed
  authority.says.set('upload', () => anaf.notTaken('Nu aveti drept in SPV pentru CIF=18547290'))
  await file()
  await send()
  expect(await filingState()).toMatchObject({
    state: 'failed',
    reason: 'refused',
    message: 'Nu aveti drept in SPV pentru CIF=18547290',
  })
  server.pass(90_000)
  expect(await send()).toBe(0)
  authority.says.set('upload', () => anaf.taken('5003'))
  const { id } = await only()
  expect((await server.request(contract.resendFiling, { params: { id } }, boss)).reply.data.state).toBe('pending')
  await send()
  expect(await filingState()).toMatchObject({ state: 'uploaded', upload_index: '5003' })
})

test('an unreachable or failing authority is retried with growing delays, and its token is in no reply', async () => {
  await using filed = await aFiledInvoice()
  const { server, authority, file, send, only, filings } = filed
  await file()
  const answers = [
    'nothing' as const,
    { status: 503, body: TOKEN },
    { status: 429, body: '' },
    { status: 401, body: '' },
  ]
  const reasons: (string | null)[] = []
  const waits: number[] = []
  for (const answer of answers) {
    authority.says.set('upload', () => answer)
    expect(await send()).toBe(1)
    const { state, reason, due_at } = await only()
    expect(state).toBe('pending')
    reasons.push(reason)
    waits.push((Date.parse(`${due_at.replace(' ', 'T')}Z`) - server.clock.now().getTime()) / 1000)
    server.pass(50_000)
  }
  expect(reasons).toEqual(['unreachable', 'unreachable', 'unreachable', 'unauthorised'])
  expect(waits.map(Math.round)).toEqual([30, 120, 600, 3600])
  for (let left = 0; left < 3; left++) {
    await send()
    server.pass(50_000)
  }
  expect(await only()).toMatchObject({ state: 'failed', reason: 'unauthorised', tries: 7 })
  expect(JSON.stringify(await filings())).not.toContain(TOKEN)
})

test('a refused status request leaves an uploaded filing uploaded', async () => {
  await using filed = await aFiledInvoice()
  const { server, authority, file, send, filingState } = filed
  authority.says.set('upload', () => anaf.taken('5004'))
  authority.says.set('stareMesaj', () => anaf.notAnswered('Nu aveti dreptul de interogare pentru id_incarcare=5004'))
  await file()
  await send()
  server.pass(6)
  await send()
  expect(await filingState()).toMatchObject({ state: 'uploaded', reason: 'refused', upload_index: '5004' })
})

test('a filing that is being uploaded is not sent again by a resend or by another node', async () => {
  await using filed = await aFiledInvoice()
  const { server, boss, authority, file, send, only } = filed
  await file()
  const { id } = await only()
  let hurried: Promise<unknown> | null = null
  authority.says.set('upload', () => {
    hurried ??= server.request(contract.resendFiling, { params: { id } }, boss).then(() => send())
    return anaf.taken('5005')
  })
  await send()
  expect(await hurried).toBe(0)
  expect(authority.asked('upload')).toHaveLength(1)
})

test('a credit note is filed with the standard CN, beside its invoice', async () => {
  await using filed = await aFiledInvoice()
  const { authority, file, send, credit, filings } = filed
  authority.says.set('upload', ({ url }) => anaf.taken(url.searchParams.get('standard') === 'CN' ? '7' : '6'))
  const note = (await credit({ lines: [{ line: 1, amount: 1 }] })).reply.data
  await file()
  await file(note.id)
  await send()
  expect((await filings()).data.map(({ format, upload_index }) => [format, upload_index])).toEqual([
    ['CN', '7'],
    ['UBL', '6'],
  ])
})
