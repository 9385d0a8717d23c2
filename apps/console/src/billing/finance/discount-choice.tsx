import { listDiscounts } from '@dispecerat/contract/orders/discounts'
import { NativeSelect } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { financeMessages } from './finance-messages.ts'

const messages = financeMessages.transfer
const MAX = 100
const HARDLY_CHANGES_MS = 60_000

interface Props {
  /** Company of the paying driver. */
  companyId: number | undefined
  /** The percentage in the field beside it. */
  percent: number | null
  onPick: (percent: number) => void
}

/** The company's percentage discounts, to choose a bonus instead of typing it. */
export function DiscountChoice({ companyId, percent, onPick }: Props) {
  const { data } = useEndpointQuery(
    listDiscounts,
    { query: { company_id: companyId, active: '1', per_page: MAX } },
    { staleTime: HARDLY_CHANGES_MS },
  )
  const percents = (data?.data ?? []).filter(({ type }) => type === 'percent')
  const chosen = percents.find(({ value }) => value === percent)
  if (percents.length === 0) return null
  return (
    <NativeSelect
      label={messages.ofDiscounts}
      value={String(chosen?.id ?? '')}
      data={[
        { value: '', label: messages.typedPercent },
        ...percents.map(({ id, name, value }) => ({
          value: String(id),
          label: `${name} · ${value.toLocaleString('ro-RO')} %`,
        })),
      ]}
      onChange={(event) => {
        const picked = percents.find(({ id }) => String(id) === event.currentTarget.value)
        if (picked) onPick(picked.value)
      }}
    />
  )
}
