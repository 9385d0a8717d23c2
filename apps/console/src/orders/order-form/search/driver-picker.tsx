import { listDrivers } from '@dispecerat/contract/orders/company-dispatch'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { Skeleton, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { useLive } from '../../../realtime/use-live.ts'
import { distance } from '../../../text/format.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { serverNow } from '../../../ui/now.ts'
import { useThrottled } from '../../../ui/use-throttled.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { type DriverChoice, driverChoices, matching } from './driver-choices.ts'

const messages = savedOrderMessages.picker
const MAX_SHOWN = 60
const MIN_REFETCH_INTERVAL_MS = 3000

interface Props {
  label: string
  /** Origin of the distances. */
  pickup: Point | null
  chosen: readonly number[]
  /** The driver who has the order already, and is no choice. */
  except?: number | null
  /** With 1, a choice replaces the one before; otherwise each press adds or removes a driver. */
  max: number
  onChange?: (ids: number[]) => void
  /** The one chosen driver, or the one whom Enter sends at once; null: nothing was typed or moved to. */
  onChoose?: (choice: DriverChoice) => void
  onEnter?: (choice: DriverChoice | null) => void
}

/** A select of drivers: typing filters, arrows move, Enter chooses. */
export function DriverPicker({ label, pickup, chosen, except = null, max, onChange, onChoose, onEnter }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { choices, isError, isLoading, retry } = useChoices(pickup, except)
  const found = useMemo(() => matching(choices, typed), [choices, typed])
  const shown = found.slice(0, MAX_SHOWN)
  const at = Math.min(active, shown.length - 1)
  const optionId = (choice: DriverChoice | undefined) => (choice ? `${id}-${choice.id}` : undefined)

  const toggle = (choice: DriverChoice | undefined) => {
    if (!choice) return
    onChoose?.(choice)
    onChange?.(toggled(chosen, choice.id, max))
  }
  const enter = () => {
    const choice = shown[at]
    toggle(choice)
    /* An empty field has the nearest driver at the top, whom nobody has chosen yet. */
    onEnter?.(typed.trim() === '' && at === 0 && !chosen.includes(choice?.id ?? 0) ? null : (choice ?? null))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive(Math.min(Math.max(at + step, 0), shown.length - 1))
    else if (event.key === 'Enter' && !event.ctrlKey) enter()
    else return
    event.preventDefault()
  }
  return (
    <div>
      <TextInput
        data-autofocus
        label={label}
        placeholder={messages.search}
        autoComplete="off"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={optionId(shown[at])}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {isError ? <LoadFailed text={messages.failed} onRetry={retry} /> : null}
      {isLoading ? <Skeleton height={120} mt={6} /> : null}
      <div
        id={`${id}-list`}
        className="driver-list"
        role="listbox"
        aria-label={messages.list}
        aria-multiselectable={max > 1}
      >
        {shown.map((choice, index) => (
          <Choice
            key={choice.id}
            id={optionId(choice) ?? ''}
            choice={choice}
            isChosen={chosen.includes(choice.id)}
            isActive={index === at}
            onClick={() => {
              setActive(index)
              toggle(choice)
            }}
          />
        ))}
      </div>
      <p className="small dim" role="status">
        {!isLoading && !isError && found.length === 0 ? messages.none : null}
        {found.length > shown.length ? messages.more(found.length - shown.length) : null}
        {max > 1 && chosen.length > 0 ? ` ${messages.chosen(chosen.length)}` : null}
        {max > 1 && chosen.length === max ? ` · ${messages.max(max)}` : null}
      </p>
    </div>
  )
}

function toggled(chosen: readonly number[], id: number, max: number): number[] {
  if (max === 1) return [id]
  if (chosen.includes(id)) return chosen.filter((one) => one !== id)
  return chosen.length < max ? [...chosen, id] : [...chosen]
}

/** All drivers of the user's companies in one request, so that typing filters without requests. */
function useChoices(pickup: Point | null, except: number | null) {
  const cache = useQueryClient()
  const { data, isError, isLoading, refetch } = useEndpointQuery(listDrivers, {}, { staleTime: 0 })
  const readAgain = useThrottled(() => invalidate(cache, listDrivers), MIN_REFETCH_INTERVAL_MS)
  useLive('driver_status_changed', readAgain)
  const choices = useMemo(() => {
    const others = (data?.data ?? []).filter(({ id }) => id !== except)
    return driverChoices(others, pickup, serverNow())
  }, [data, pickup, except])
  return { choices, isError: isError && !data, isLoading, retry: () => void refetch() }
}

interface ChoiceProps {
  id: string
  choice: DriverChoice
  isChosen: boolean
  isActive: boolean
  onClick: () => void
}

function Choice({ id, choice, isChosen, isActive, onClick }: ChoiceProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above moves and chooses by keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      className="driver-choice"
      onClick={onClick}
    >
      <span aria-hidden>{isChosen ? <IconCheck size={15} /> : null}</span>
      <b className="digits">{choice.sign}</b> <span>{choice.name}</span>{' '}
      <span className="small digits">{choice.metres === null ? messages.noPosition : distance(choice.metres)}</span>{' '}
      <span className={`small driver-is-${choice.state}`}>{messages.states[choice.state]}</span>
    </div>
  )
}
