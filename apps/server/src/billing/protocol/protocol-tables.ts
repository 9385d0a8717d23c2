import type { InvoiceFiling } from '@dispecerat/contract/billing/filings'
import type { Invoice } from '@dispecerat/contract/billing/invoices'
import type { Contract } from '@dispecerat/contract/billing/protocol'
import type { TableColumn, TableRow } from '../../platform/exports/exports.public.ts'

export const CONTRACT_COLUMNS: readonly TableColumn[] = [
  { key: 'name', label: 'Companie protocol' },
  { key: 'legal_name', label: 'Denumire' },
  { key: 'cui', label: 'CUI' },
  { key: 'contract_no', label: 'Contract' },
  { key: 'contract_until', label: 'Până la', kind: 'date' },
  { key: 'valid', label: 'Valabil' },
  { key: 'open_amount', label: 'De încasat (RON)', kind: 'ron' },
  { key: 'credit_limit', label: 'Limită (RON)', kind: 'ron' },
  { key: 'invoicing_day', label: 'Ziua facturării', kind: 'number' },
  { key: 'payment_days', label: 'Termen de plată (zile)', kind: 'number' },
  { key: 'contact_email', label: 'E-mail' },
  { key: 'company_name', label: 'Companie' },
]

export function contractRow({ is_valid, ...contract }: Contract): TableRow {
  return { ...contract, valid: is_valid ? 'da' : 'nu' }
}

export const INVOICE_COLUMNS: readonly TableColumn[] = [
  { key: 'number', label: 'Număr' },
  { key: 'kind', label: 'Fel' },
  { key: 'account', label: 'Companie protocol' },
  { key: 'month', label: 'Luna' },
  { key: 'issued_on', label: 'Emisă', kind: 'date' },
  { key: 'due_on', label: 'Scadentă', kind: 'date' },
  { key: 'net', label: 'Fără TVA (RON)', kind: 'ron' },
  { key: 'vat', label: 'TVA (RON)', kind: 'ron' },
  { key: 'total', label: 'Total (RON)', kind: 'ron' },
  { key: 'paid', label: 'Încasat (RON)', kind: 'ron' },
  { key: 'credited', label: 'Stornat (RON)', kind: 'ron' },
  { key: 'owed', label: 'De încasat (RON)', kind: 'ron' },
  { key: 'paid_on', label: 'Încasată', kind: 'date' },
  { key: 'corrects', label: 'Stornează' },
  { key: 'efactura', label: 'e-Factura' },
  { key: 'efactura_index', label: 'Index încărcare' },
]

const EFACTURA: Record<InvoiceFiling['state'], string> = {
  pending: 'în așteptare',
  uploaded: 'încărcată',
  accepted: 'acceptată',
  rejected: 'respinsă',
  failed: 'netrimisă',
}

export function invoiceRow({ kind, account, corrects, efactura, ...invoice }: Invoice): TableRow {
  return {
    ...invoice,
    kind: kind === 'invoice' ? 'Factură' : 'Stornare',
    account: account.name ?? String(account.id),
    corrects: corrects?.number ?? null,
    efactura: efactura && EFACTURA[efactura.state],
    efactura_index: efactura?.upload_index ?? null,
  }
}
