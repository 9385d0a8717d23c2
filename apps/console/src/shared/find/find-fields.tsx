import { SEARCH_BY, type SearchBy } from '@dispecerat/contract/orders/order-search'
import { ORDER_STATES, type OrderState, PAYMENT_TYPES, type PaymentType } from '@dispecerat/domain/orders/order'
import { Button, Chip, Group, NativeSelect, TextInput } from '@mantine/core'
import type { FormEvent, KeyboardEvent } from 'react'
import { useState } from 'react'
import { useUser } from '../../api/session.ts'
import { findMessages } from '../../text/find-messages.ts'
import { fromWallTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx'
import { CompanySelect } from '../filters/company-select.tsx'
import { UserSelect } from '../filters/user-select.tsx'
import { EMPTY_DRAFT, type FindDraft, secretOf } from './find-draft.ts'

interface Props {
  draft: FindDraft
  onChange: (draft: FindDraft) => void
  onRun: (draft: FindDraft) => void
  /** Called on ↓ in the first field. */
  onDown: () => void
}

const isTime = (text: string) => text === '' || fromWallTime(text) !== null

/** The fields of the search; Enter in any of them starts it. */
export function FindFields({ draft, onChange, onRun, onDown }: Props) {
  const { companies } = useUser()
  const [checked, setChecked] = useState(false)
  const set = (change: Partial<FindDraft>) => onChange({ ...draft, ...change })
  const wrong = (text: string) => (checked && !isTime(text) ? findMessages.badDate : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isTime(draft.from) && isTime(draft.to)) onRun(draft)
  }
  const down = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <form className="find-fields" onSubmit={submit}>
      <NativeSelect
        label={findMessages.by}
        data={SEARCH_BY_LABELS}
        value={draft.by}
        onChange={(event) => set({ by: event.currentTarget.value as SearchBy })}
      />
      <TextInput
        data-autofocus
        data-term
        label={findMessages.byWhat[draft.by]}
        autoComplete="off"
        maxLength={80}
        value={draft.term}
        onChange={(event) => set({ term: event.currentTarget.value })}
        onKeyDown={down}
        description={secretOf(draft) === null ? undefined : findMessages.notShared}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <WallTimeField
        label={findMessages.from}
        placeholder="21.11.2026 00:00"
        readable
        pickLabel={findMessages.pickDate}
        value={draft.from}
        error={wrong(draft.from)}
        onChange={(from) => set({ from })}
      />
      <WallTimeField
        label={findMessages.to}
        placeholder="21.11.2026 23:59:59"
        readable
        pickLabel={findMessages.pickDate}
        value={draft.to}
        error={wrong(draft.to)}
        onChange={(to) => set({ to })}
      />
      <StateChips chosen={draft.states} onChange={(states) => set({ states })} />
      <PeopleFields draft={draft} onChange={set} />
      <NativeSelect
        label={findMessages.payment}
        data={PAYMENT_LABELS}
        value={draft.payment ?? ''}
        onChange={(event) => set({ payment: (event.currentTarget.value || null) as PaymentType | null })}
      />
      <CompanySelect companies={companies} value={draft.company} onChange={(company) => set({ company })} />
      <div className="find-wide find-buttons">
        <span className="small dim">{findMessages.hint}</span>
        <Button variant="default" onClick={() => onChange({ ...EMPTY_DRAFT, by: draft.by })}>
          {findMessages.clear}
        </Button>
        <Button type="submit">{findMessages.search}</Button>
      </div>
    </form>
  )
}

function StateChips({ chosen, onChange }: { chosen: OrderState[]; onChange: (states: OrderState[]) => void }) {
  return (
    <fieldset className="find-wide">
      <legend className="find-legend">{findMessages.states}</legend>
      <Chip.Group multiple value={chosen} onChange={(states) => onChange(states as OrderState[])}>
        <Group gap={6}>
          {ORDER_STATES.map((state) => (
            <Chip key={state} value={state} size="xs" radius="sm">
              {ro.order.states[state]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </fieldset>
  )
}

function PeopleFields({ draft, onChange }: { draft: FindDraft; onChange: (change: Partial<FindDraft>) => void }) {
  return (
    <>
      <UserSelect
        label={findMessages.driver}
        roles={DRIVERS}
        value={draft.driver}
        onChange={(driver) => onChange({ driver })}
      />
      <UserSelect
        label={findMessages.client}
        roles={CLIENTS}
        value={draft.client}
        onChange={(client) => onChange({ client })}
      />
      <UserSelect
        label={findMessages.dispatcher}
        roles={DISPATCHERS}
        value={draft.dispatcher}
        onChange={(dispatcher) => onChange({ dispatcher })}
      />
    </>
  )
}

const DRIVERS = ['driver'] as const
const CLIENTS = ['client'] as const
const DISPATCHERS = ['dispatcher', 'company_admin'] as const
const SEARCH_BY_LABELS = SEARCH_BY.map((by) => ({ value: by, label: findMessages.byWhat[by] }))
const PAYMENT_LABELS = [
  { value: '', label: findMessages.anybody },
  ...PAYMENT_TYPES.map((payment) => ({ value: payment as string, label: ro.order.payment[payment] })),
]
