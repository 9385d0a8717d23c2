import { type DriverBalance, listBalances } from '@dispecerat/contract/billing/finance'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { money } from '../../text/format.ts'
import { financeMessages } from './finance-messages.ts'

const messages = financeMessages.transfer

/** Debounce, so that not every letter sends a request. */
const TYPING_MS = 500

interface Props {
  label: string
  value: number | null
  onChange: (id: number | null) => void
  error?: string | undefined
}

export function driverName({ indicativ, identifier, name }: Pick<DriverBalance, 'indicativ' | 'identifier' | 'name'>) {
  return [indicativ ?? identifier, name].filter(Boolean).join(' · ')
}

/** The current balance of a driver. */
export function useDriverBalance(id: number | null): DriverBalance | null {
  const { data } = useEndpointQuery(listBalances, { query: { driver_id: id ?? 0 } }, { enabled: id !== null })
  return data?.data[0] ?? null
}

/** Chooses a driver by call sign or name; shows the balance. */
export function DriverField({ label, value, onChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.includes(' · ') ? '' : typed.trim(), TYPING_MS)
  const { data } = useEndpointQuery(
    listBalances,
    { query: { per_page: 20, sort: 'indicativ', search: search || undefined } },
    { byBody: true, placeholderData: keepPreviousData },
  )
  const chosen = useDriverBalance(value)
  const drivers = new Map([...(chosen ? [chosen] : []), ...(data?.data ?? [])].map((one) => [one.driver_id, one]))
  return (
    <Select
      label={label}
      placeholder={messages.find}
      searchable
      clearable
      nothingFoundMessage={messages.nobody}
      data={[...drivers.values()].map((driver) => ({ value: String(driver.driver_id), label: driverName(driver) }))}
      renderOption={({ option }) => {
        const driver = drivers.get(Number(option.value))
        return driver ? (
          <span>
            {driverName(driver)} <span className="dim digits">{money(driver.balance)}</span>
          </span>
        ) : (
          option.label
        )
      }}
      value={value !== null && drivers.has(value) ? String(value) : null}
      onSearchChange={setTyped}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      filter={({ options }) => options}
      error={error}
      withScrollArea={false}
      clearButtonProps={{ 'aria-label': `Șterge: ${label}` }}
      styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
}
