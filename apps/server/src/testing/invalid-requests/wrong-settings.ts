import { changeFinanceSettings, transferBetween } from '@dispecerat/contract/billing/finance'
import { addOwnClient } from '@dispecerat/contract/billing/own-clients'
import { makeReportToken } from '@dispecerat/contract/office/driver-reports'
import { changeMessageText } from '@dispecerat/contract/office/message-texts'
import { aClient } from '../builders.ts'
import { LONG, type Office, type WrongForms } from './wrong-forms.ts'

/** Invalid forms for drivers' money, links, an account's own clients and texts. */
export async function wrongSettings(office: Office): Promise<WrongForms> {
  const { fixture, server, ion, accountId } = office
  const { companyId } = fixture
  const times = { starts_at: '2026-05-02 10:00:00', ends_at: '2026-05-01 10:00:00' }
  const driver = await aClient(server, { companyIds: [companyId] })
  await server.db
    .updateTable('company_clients')
    .set({ protocol_parent_user_id: accountId })
    .where('user_id', '=', driver.clientId)
    .execute()
  return {
    'money between drivers': {
      endpoint: transferBetween,
      as: 'boss',
      body: { from_driver_id: ion.driverId, to_driver_id: ion.driverId, amount: -1, note: LONG },
      fields: ['amount', 'note', 'to_driver_id'],
    },
    'the commission': {
      endpoint: changeFinanceSettings,
      as: 'boss',
      body: { commission_type: 'percent', commission_value: 150, protocol_payout: 'x', card_fee_percent: 'y' },
      fields: ['card_fee_percent', 'commission_value', 'protocol_payout'],
    },
    'a link to trips': {
      endpoint: makeReportToken,
      as: 'boss',
      id: ion.driverId,
      body: { from: times.starts_at, to: times.ends_at, expires_days: 0 },
      fields: ['expires_days', 'to'],
    },
    'a client of an account': {
      endpoint: addOwnClient,
      as: 'account',
      body: { phone: driver.phone, name: '', note: LONG },
      fields: ['name', 'note', 'phone'],
    },
    'a message text': {
      endpoint: changeMessageText,
      as: 'boss',
      params: { key: 'partner_asked' },
      body: { is_on: 'poate', subject: '', text: 'Salut {nimic}', is_plain: true },
      fields: ['is_on', 'is_plain', 'subject', 'text'],
    },
  }
}
