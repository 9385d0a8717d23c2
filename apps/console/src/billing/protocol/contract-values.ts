import type { Contract, ContractChange } from '@dispecerat/contract/billing/protocol'

/** Values of the form, named as in the API. */
export interface ContractValues {
  contract_no: string
  contract_until: string
  is_active: boolean
  credit_limit: number | null
  invoicing_day: number | null
  payment_days: number | null
  discount_id: number | null
  contact_email: string
  legal_name: string
  cui: string
  pays_vat: boolean
  reg_com: string
  street: string
  city: string
  county: string
}

export function valuesOf(contract: Contract): ContractValues {
  const { is_active, credit_limit, invoicing_day, payment_days, discount_id, pays_vat } = contract
  return {
    is_active,
    credit_limit,
    invoicing_day,
    payment_days,
    discount_id,
    pays_vat,
    contract_no: contract.contract_no ?? '',
    contract_until: contract.contract_until ?? '',
    contact_email: contract.contact_email ?? '',
    legal_name: contract.legal_name ?? '',
    cui: contract.cui ?? '',
    reg_com: contract.reg_com ?? '',
    street: contract.street ?? '',
    city: contract.city ?? '',
    county: contract.county ?? '',
  }
}

/** An empty day or county is sent as none. */
export function asBody(values: Partial<ContractValues>): ContractChange {
  const { payment_days, contract_until, county, ...rest } = values
  return {
    ...rest,
    ...(payment_days === undefined ? {} : { payment_days: payment_days ?? 0 }),
    ...(contract_until === undefined ? {} : { contract_until: contract_until || null }),
    ...(county === undefined ? {} : { county: county || null }),
  }
}
