import type { FinanceGroup } from '@dispecerat/contract/billing/finance-history'
import type { TableColumn } from '../../platform/exports/exports.public.ts'

/** Labels of the lines of a driver's account. */
export const ROW_TYPES: Record<string, string> = {
  top_up: 'Alimentare',
  withdraw: 'Retragere',
  transfer_in: 'Transfer primit',
  transfer_out: 'Transfer trimis',
  commission: 'Comision',
  discount_compensation: 'Compensare reducere',
  protocol_payment: 'Plată protocol',
  card_payment: 'Plată card',
  bonus: 'Bonus',
  correction: 'Corecție',
}
export const METHODS: Record<string, string> = { cash: 'Numerar', bank: 'Bancă', card: 'Card', none: 'Nespecificat' }
const PAYMENT_TYPES: Record<string, string> = { cash: 'Numerar', card: 'Card', protocol: 'Protocol' }

export const BALANCE_COLUMNS: TableColumn[] = [
  { key: 'indicativ', label: 'Indicativ' },
  { key: 'identifier', label: 'Cod' },
  { key: 'name', label: 'Șofer' },
  { key: 'company_name', label: 'Companie' },
  { key: 'balance', label: 'Sold (RON)', kind: 'ron' },
  { key: 'last_move_at', label: 'Ultima mișcare', kind: 'time' },
]

export const HISTORY_COLUMNS: TableColumn[] = [
  { key: 'created_at', label: 'Data (ora României)', kind: 'time' },
  { key: 'indicativ', label: 'Indicativ' },
  { key: 'driver_name', label: 'Șofer' },
  { key: 'type_name', label: 'Tip' },
  { key: 'amount', label: 'Sumă (RON)', kind: 'ron' },
  { key: 'balance_after', label: 'Sold după (RON)', kind: 'ron' },
  { key: 'method_name', label: 'Mod' },
  { key: 'order_id', label: 'Comanda', kind: 'number' },
  { key: 'counterparty_name', label: 'Celălalt șofer' },
  { key: 'note', label: 'Notă' },
  { key: 'created_by_name', label: 'Operat de' },
  { key: 'transaction_id', label: 'Operațiune', kind: 'number' },
]

const TOTAL_COLUMNS: TableColumn[] = [
  { key: 'orders', label: 'Comenzi', kind: 'number' },
  { key: 'cost', label: 'Cost (RON)', kind: 'ron' },
  { key: 'commission', label: 'Comision (RON)', kind: 'ron' },
  { key: 'discounts', label: 'Reduceri (RON)', kind: 'ron' },
  { key: 'driver_payments', label: 'Plăți șoferi (RON)', kind: 'ron' },
  { key: 'due', label: 'De plătit (RON)', kind: 'ron' },
]
export const REPORT_COLUMNS: Record<FinanceGroup, TableColumn[]> = {
  driver: [{ key: 'indicativ', label: 'Indicativ' }, { key: 'name', label: 'Șofer' }, ...TOTAL_COLUMNS],
  day: [{ key: 'day', label: 'Ziua', kind: 'date' }, ...TOTAL_COLUMNS],
  month: [{ key: 'month', label: 'Luna' }, ...TOTAL_COLUMNS],
  company: [{ key: 'name', label: 'Companie' }, ...TOTAL_COLUMNS],
}

export const PAYMENT_COLUMNS: TableColumn[] = [
  { key: 'order_id', label: 'Comanda', kind: 'number' },
  { key: 'finished_at', label: 'Încheiată (ora României)', kind: 'time' },
  { key: 'indicativ', label: 'Indicativ' },
  { key: 'driver_name', label: 'Șofer' },
  { key: 'payment_name', label: 'Plată' },
  { key: 'protocol_name', label: 'Companie protocol' },
  { key: 'address', label: 'Adresa' },
  { key: 'cost', label: 'Cost (RON)', kind: 'ron' },
  { key: 'driver_payment', label: 'Plata șoferului (RON)', kind: 'ron' },
]

/** Adds the labels to the keys of each row. */
export async function* inRomanian<Row, View extends object>(rows: AsyncIterable<Row>, view: (row: Row) => View) {
  for await (const row of rows) {
    const shown: View & { type?: string; method?: string | null; payment_type?: string } = view(row)
    const { type = '', method, payment_type = '' } = shown
    yield {
      ...shown,
      type_name: ROW_TYPES[type] ?? type,
      method_name: METHODS[method ?? ''] ?? '',
      payment_name: PAYMENT_TYPES[payment_type] ?? '',
    } as Record<string, unknown>
  }
}
