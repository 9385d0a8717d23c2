import { correctInvoice, payInvoice } from '@dispecerat/contract/billing/invoices'
import { editContract, saveBillingProfile } from '@dispecerat/contract/billing/protocol'
import { createDiscount, editDiscount } from '@dispecerat/contract/orders/discounts'
import { PROFILE } from '../../billing/protocol/testing/a-billed-office.ts'
import { LONG, made, type Office, UNKNOWN, type WrongForms } from './wrong-forms.ts'

/** Invalid forms for contracts and money. */
export async function wrongOffice(office: Office): Promise<WrongForms> {
  const { accountId, id: invoice } = office
  const discount = { name: 'Vara', type: 'percent', value: 10, trigger: 'promo_code' }
  await made(office, createDiscount, { ...discount, code: 'VARA' })
  const autumn = await made(office, createDiscount, { ...discount, code: 'TOAMNA' })
  const wrongDiscount = {
    name: '',
    is_active: 'poate',
    type: 'percent',
    value: 150,
    trigger: 'promo_code',
    code: 'vara',
    max_amount: 0,
    time_from: '10:00',
    time_to: null,
    valid_from: '2026-05-02',
    valid_to: '2026-05-01',
    service_ids: [UNKNOWN],
  }
  const discountFields = ['code', 'is_active', 'max_amount', 'name', 'service_ids', 'time_to', 'valid_to', 'value']
  return {
    'a contract': {
      endpoint: editContract,
      as: 'boss',
      id: accountId,
      body: { payment_days: 'multe', contact_email: 'nu', county: 'B', city: 'Centru', discount_id: UNKNOWN },
      fields: ['city', 'contact_email', 'discount_id', 'payment_days'],
    },
    'a billing profile': {
      endpoint: saveBillingProfile,
      as: 'boss',
      body: {
        ...PROFILE,
        cui: 'RO 361757',
        county: 'B',
        city: 'Centru',
        vat_state: 'exempt',
        credit_series: 'dsp',
        email: 'nu',
        legal_name: '',
      },
      fields: ['city', 'credit_series', 'cui', 'email', 'exemption_reason', 'legal_name'],
    },
    'a payment': {
      endpoint: payInvoice,
      as: 'boss',
      id: invoice,
      body: { amount: 9999, paid_on: '2099-01-01', method: 'scoici', reference: LONG },
      fields: ['amount', 'method', 'paid_on', 'reference'],
    },
    'a credit note': {
      endpoint: correctInvoice,
      as: 'boss',
      id: invoice,
      body: { reason: LONG, lines: [{ line: 99, amount: 1 }] },
      fields: ['lines.0.line', 'reason'],
    },
    'a discount': { endpoint: createDiscount, as: 'boss', body: wrongDiscount, fields: discountFields },
    'a discount that is edited': {
      endpoint: editDiscount,
      as: 'boss',
      id: autumn,
      body: wrongDiscount,
      fields: discountFields,
    },
  }
}
