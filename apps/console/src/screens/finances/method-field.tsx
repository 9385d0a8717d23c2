import { MONEY_METHODS, type MoneyMethod } from '@dispecerat/domain/ledger'
import { Select } from '@mantine/core'
import { financeWords } from '../../text/finance-words.ts'

const words = financeWords.transfer

/** How money changed hands. */
export function MethodField({ value, onChange }: { value: MoneyMethod; onChange: (method: MoneyMethod) => void }) {
  return (
    <Select
      label={words.method}
      data={MONEY_METHODS.map((method) => ({ value: method, label: words.methods[method] }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(MONEY_METHODS.find((one) => one === chosen) ?? 'cash')}
    />
  )
}
