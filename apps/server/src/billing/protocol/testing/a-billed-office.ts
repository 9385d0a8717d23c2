import * as billing from '@dispecerat/contract/billing/invoices'
import * as contract from '@dispecerat/contract/billing/protocol'
import * as statements from '@dispecerat/contract/billing/statements'
import { expect } from 'vitest'
import { anOffice, type Office } from '../../../testing/an-office.ts'
import { anApprovedCui } from '../../../testing/builders.ts'

export const PROFILE = {
  legal_name: 'Taxi Șapte Coline SRL',
  cui: 'RO 18547290',
  vat_state: 'registered' as const,
  vat_percent: 21,
  exemption_reason: null,
  reg_com: 'J08/123/2020',
  street: 'Str. Lungă 7',
  city: 'Brașov',
  county: 'BV',
  email: 'facturi@taxi.ro',
  iban: 'RO49AAAA1B31007593840000',
  bank: 'Banca',
  series: 'dsp',
  credit_series: 'STR',
}
const BUYER = {
  legal_name: 'Banca Verde SA',
  cui: '361757',
  pays_vat: true,
  reg_com: null,
  street: 'Bd. Unirii 1',
  city: 'Sector 3',
  county: 'B',
  contract_no: 'C-12/2026',
  payment_days: 15,
  contact_email: 'plati@verde.ro',
}
export const MARCH = '2026-03'
export const AT_ITS_END = '2026-03-30T10:00:00Z'

export const onAccount = ({ accountId }: Office) => ({ payment_type: 'protocol', protocol_user_id: accountId }) as const

/** Two orders driven in March for 40,01 and 60,03; it is April now. */
export async function aBilledOffice(profile: object = {}, env: Record<string, string> = {}) {
  const office = await anOffice({ at: AT_ITS_END, env })
  const { fixture, boss, accountId } = office
  const { server } = fixture
  const params = { id: accountId }
  const saved = await server.request(contract.saveBillingProfile, { body: { ...PROFILE, ...profile } }, boss)
  await anApprovedCui(server, { companyId: fixture.companyId, cui: saved.reply.data.cui })
  expect((await server.request(contract.editContract, { params, body: BUYER }, boss)).status).toBe(200)
  const orders = [await office.drive(40.01, onAccount(office)), await office.drive(60.03, onAccount(office))]
  await office.drive(25)
  await office.travel('2026-04-02T09:00:00Z')
  const issue = (month = MARCH) => server.request(billing.issueInvoice, { params, body: { month } }, boss)
  const statement = async () =>
    (await server.request(statements.readAccountStatement, { params, query: { month: MARCH } }, boss)).reply.data
  const xml = async (id: number) => {
    const answer = await server.inject({
      url: `/api/protocol/invoices/${id}/xml`,
      headers: { authorization: `Bearer ${boss}` },
    })
    return answer.body
  }
  return {
    ...office,
    office,
    server,
    params,
    orders,
    issue,
    statement,
    xml,
    [Symbol.asyncDispose]: () => server.stop(),
  }
}
