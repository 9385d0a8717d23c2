import { listFilings } from '@dispecerat/contract/billing/filings'
import { fileInvoice } from '@dispecerat/contract/billing/invoice-filing'
import { saveBillingProfile } from '@dispecerat/contract/billing/protocol'
import { approveCompanyCui, withdrawCompanyCui } from '@dispecerat/contract/identity/company-cuis'
import { expect, test } from 'vitest'
import { openAuthorities } from '../../adapters/authorities/open-authorities.ts'
import { aUser } from '../../testing/builders.ts'
import { sendDueFilings } from '../filings/send-due-filings.ts'
import { AnAuthority, anaf } from '../filings/testing/an-authority.ts'
import { anInvoice } from '../invoices/testing/an-invoice.ts'
import { aBilledOffice, PROFILE } from './testing/a-billed-office.ts'

const OWN = '18547290'
const ANOTHER_FIRM = '14399840'

async function withAdmin<T extends Awaited<ReturnType<typeof aBilledOffice>>>(billed: T) {
  const { server, boss, fixture } = billed
  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const params = { id: fixture.companyId }
  return {
    ...billed,
    save: (cui: string) => server.request(saveBillingProfile, { body: { ...PROFILE, cui } }, boss),
    approve: (cui: string) => server.request(approveCompanyCui, { params, body: { cui } }, admin),
    withdraw: () => server.request(withdrawCompanyCui, { params }, admin),
  }
}

test('a company with an approved CUI cannot enter another one into its billing profile', async () => {
  await using billed = await withAdmin(await aBilledOffice())
  const refused = await billed.save(ANOTHER_FIRM)
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { cui: [`Compania facturează numai cu CUI-ul ei aprobat: ${OWN}`] },
  ])
  expect((await billed.save(`RO ${OWN}`)).status).toBe(200)
})

test('nothing is issued under a CUI until the platform approves it; entering it into the profile requests the approval', async () => {
  await using billed = await withAdmin(await aBilledOffice())
  const { server, fixture, save, withdraw, issue, approve } = billed
  await withdraw()
  expect((await save(ANOTHER_FIRM)).status).toBe(200)
  const { cui } = await server.db
    .selectFrom('companies')
    .select('cui')
    .where('id', '=', fixture.companyId)
    .executeTakeFirstOrThrow()
  expect(cui).toBe(ANOTHER_FIRM)
  const refused = await issue()
  expect([refused.status, refused.body.code]).toEqual([409, 'invoice.cui_unproved'])
  // A CUI other than the one in the profile.
  await approve(OWN)
  expect((await issue()).body.code).toBe('invoice.cui_unproved')
  await approve(ANOTHER_FIRM)
  expect((await issue()).status).toBe(201)
})

test('an invoice is neither credited nor queued for e-Factura after the approval of its CUI was withdrawn', async () => {
  await using billed = await withAdmin(await anInvoice())
  const { server, boss, id, credit, withdraw, approve } = billed
  await withdraw()
  expect((await credit({})).body.code).toBe('invoice.cui_unproved')
  const file = () => server.request(fileInvoice, { params: { id } }, boss)
  expect((await file()).body.code).toBe('invoice.cui_unproved')
  await approve(ANOTHER_FIRM)
  expect((await file()).body.code).toBe('invoice.cui_unproved')
  expect((await server.request(listFilings, { query: {} }, boss)).reply.data).toEqual([])
})

test('withdrawing an approval between queue and upload stops the filing with the reason; after a new approval it can be sent', async () => {
  await using billed = await withAdmin(await anInvoice())
  const { server, boss, id, withdraw, approve } = billed
  await using authority = new AnAuthority()
  authority.says.set('upload', () => anaf.taken('5001'))
  const url = `${await authority.open()}/prod/FCTEL/rest`
  const authorities = openAuthorities(
    { efactura: { url, ownToken: { token: 'jeton', cui: OWN }, oauth: null }, townhall: null },
    server.clock,
  )
  const file = () => server.request(fileInvoice, { params: { id } }, boss)
  await file()
  await withdraw()
  await sendDueFilings(server, authorities)
  const filings = async () => (await server.request(listFilings, { query: {} }, boss)).reply.data
  expect(await filings()).toMatchObject([{ state: 'failed', reason: 'cui_unproved', message: null }])
  expect(authority.heard).toEqual([])
  await approve(OWN)
  await file()
  await sendDueFilings(server, authorities)
  expect(await filings()).toMatchObject([{ state: 'uploaded', upload_index: '5001' }])
  expect(authority.asked('upload')[0]?.url.searchParams.get('cif')).toBe(OWN)
})
