import { MONEY_METHODS, type MoneyMethod } from '@dispecerat/domain/billing/ledger'
import { Select } from '@mantine/core'
import { financeMessages } from './finance-messages.ts'

const messages = financeMessages.transfer

/** The payment method. */
export function MethodField({ value, onChange }: { value: MoneyMethod; onChange: (method: MoneyMethod) => void }) {
  return (
    <Select
      label={messages.method}
      data={MONEY_METHODS.map((method) => ({ value: method, label: messages.methods[method] }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(MONEY_METHODS.find((one) => one === chosen) ?? 'cash')}
    />
  )
}
