import type { DriverBalance } from '@dispecerat/contract/billing/finance'
import { transferBetween, transferMoney } from '@dispecerat/contract/billing/finance'
import type { MoneyMethod } from '@dispecerat/domain/billing/ledger'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { money } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { DriverField, driverName, useDriverBalance } from './driver-field.tsx'
import { financeMessages } from './finance-messages.ts'
import { MethodField } from './method-field.tsx'
import { MoveForm } from './move-form.tsx'
import type { Change } from './move-preview.tsx'
import { useMove } from './use-move.ts'

const messages = financeMessages.transfer
const KINDS = ['in', 'out', 'between'] as const
type Kind = (typeof KINDS)[number]

interface Draft {
  kind: Kind
  to: number | null
  amount: number | null
  method: MoneyMethod
  note: string
}

/**
 * /finances/transfer: a driver pays in, is paid out, or transfers to another; never shown as done before it is saved.
 */
export function TransferScreen() {
  const { find, set } = useTableParams<FinanceParams>('/app/finances/transfer')
  const kind = KINDS.find((one) => one === find.kind) ?? 'in'
  const [draft, setDraft] = useState<Omit<Draft, 'kind'>>({ to: null, amount: null, method: 'cash', note: '' })
  const put = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))
  const driver = useDriverBalance(find.driver ?? null)
  const other = useDriverBalance(kind === 'between' ? draft.to : null)
  const move = useMove(send, () => put({ amount: null, note: '' }))
  const changes = changesOf(kind, draft.amount, driver, other)
  const isOver = kind !== 'in' && driver !== null && (draft.amount ?? 0) > driver.may_withdraw

  const submit = () => {
    const missing = missingOf({ ...draft, kind }, find.driver)
    move.setErrors(missing)
    if (Object.keys(missing).length > 0 || !driver || draft.amount === null) return
    const sum = money(draft.amount)
    const text =
      kind === 'between'
        ? messages.confirm.between(sum, driverName(driver), other ? driverName(other) : '')
        : messages.confirm[kind](sum, driverName(driver))
    const body = { ...draft, kind, driver: driver.driver_id, amount: draft.amount }
    confirm({ text, yes: messages.confirmYes, onYes: () => void move.run(body) })
  }
  const of = (...fields: string[]) => fields.map((field) => move.errors[field]).find(Boolean)
  return (
    <MoveForm
      title={messages.title}
      move={move}
      changes={changes}
      warning={isOver ? messages.overLimit(money(driver?.may_withdraw ?? 0)) : null}
      onSubmit={submit}
    >
      <SegmentedControl
        aria-label={messages.kind}
        data={KINDS.map((value) => ({ value, label: messages.kinds[value] }))}
        value={kind}
        onChange={(chosen) => set({ kind: KINDS.find((one) => one === chosen) })}
      />
      <DriverField
        label={kind === 'between' ? messages.from : messages.driver}
        value={find.driver ?? null}
        error={of('driver_id', 'from_driver_id')}
        onChange={(id) => set({ driver: id ?? undefined })}
      />
      {kind === 'between' ? (
        <DriverField label={messages.to} value={draft.to} error={of('to_driver_id')} onChange={(to) => put({ to })} />
      ) : null}
      <RonField
        label={messages.amount}
        value={draft.amount}
        error={of('amount')}
        onChange={(amount) => put({ amount })}
      />
      {kind === 'between' ? null : <MethodField value={draft.method} onChange={(method) => put({ method })} />}
      <TextInput
        label={messages.note}
        value={draft.note}
        maxLength={300}
        error={of('note')}
        onChange={(event) => put({ note: event.currentTarget.value })}
      />
    </MoveForm>
  )
}

function send(input: Draft & { driver: number; amount: number }, key: string) {
  const { kind, driver, to, amount, method } = input
  const note = input.note === '' ? undefined : input.note
  if (kind === 'between') {
    return request(transferBetween, { body: { from_driver_id: driver, to_driver_id: to ?? 0, amount, note } }, { key })
  }
  return request(transferMoney, { body: { driver_id: driver, amount, direction: kind, method, note } }, { key })
}

function missingOf({ kind, to, amount }: Draft, driver: number | undefined): Record<string, string> {
  return {
    ...(driver === undefined ? { driver_id: messages.missingDriver } : {}),
    ...(kind === 'between' && to === null ? { to_driver_id: messages.missingDriver } : {}),
    ...(kind === 'between' && to !== null && to === driver ? { to_driver_id: messages.sameDriver } : {}),
    ...(amount === null || amount <= 0 ? { amount: messages.missingAmount } : {}),
  }
}

function changesOf(
  kind: Kind,
  amount: number | null,
  driver: DriverBalance | null,
  other: DriverBalance | null,
): Change[] {
  if (!driver || amount === null || amount <= 0) return []
  const first = { driver, by: kind === 'in' ? amount : -amount }
  return kind === 'between' && other ? [first, { driver: other, by: amount }] : [first]
}
