import type { Discount } from '@dispecerat/contract/orders/discounts'
import type { DiscountTrigger } from '@dispecerat/domain/orders/discount'
import type { TableColumn, TableRow } from '../../platform/exports/exports.public.ts'

export const DISCOUNT_COLUMNS: readonly TableColumn[] = [
  { key: 'name', label: 'Nume' },
  { key: 'value', label: 'Valoare', kind: 'number' },
  { key: 'unit', label: 'Unitate' },
  { key: 'max_amount', label: 'Cel mult (RON)', kind: 'ron' },
  { key: 'min_cost', label: 'De la costul (RON)', kind: 'ron' },
  { key: 'trigger', label: 'Se dă' },
  { key: 'code', label: 'Cod' },
  { key: 'account', label: 'Companie protocol' },
  { key: 'valid_from', label: 'De la', kind: 'date' },
  { key: 'valid_to', label: 'Până la', kind: 'date' },
  { key: 'uses_count', label: 'Folosită', kind: 'number' },
  { key: 'max_uses', label: 'De cel mult', kind: 'number' },
  { key: 'compensated_percent', label: 'Compensare șofer (%)', kind: 'number' },
  { key: 'active', label: 'Activă' },
  { key: 'company_name', label: 'Companie' },
]

const TRIGGERS: Record<DiscountTrigger, string> = {
  every_nth_order: 'la fiecare a n-a comandă a clientului',
  first_order: 'la prima comandă a clientului',
  promo_code: 'cu cod promoțional',
  protocol_company: 'unei companii protocol',
  weekday_time: 'oricui, în zilele și orele alese',
  manual: 'la alegerea dispecerului',
}

export function discountRow({ type, trigger, protocol_user, is_active, ...discount }: Discount): TableRow {
  return {
    ...discount,
    unit: type === 'percent' ? '%' : 'RON',
    trigger: TRIGGERS[trigger],
    account: protocol_user?.name ?? null,
    active: is_active ? 'da' : 'nu',
  }
}
