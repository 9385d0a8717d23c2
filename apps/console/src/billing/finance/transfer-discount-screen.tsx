import { transferDiscount } from '@dispecerat/contract/billing/finance'
import type { MoneyMethod } from '@dispecerat/domain/billing/ledger'
import { baniFromRon, percentOf, ronFromBani } from '@dispecerat/domain/kernel/money'
import { TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { z } from 'zod'
import { request } from '../../api/request.ts'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { money } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { later } from '../../ui/later.ts'
import { DriverField, driverName, useDriverBalance } from './driver-field.tsx'
import { financeMessages } from './finance-messages.ts'
import { MethodField } from './method-field.tsx'
import { MoveForm } from './move-form.tsx'
import { useMove } from './use-move.ts'

const DiscountChoice = later(() => import('./discount-choice.tsx').then((m) => m.DiscountChoice))

const messages = financeMessages.transfer

interface Draft {
  paid: number | null
  bonus: number | null
  method: MoneyMethod
  note: string
  /** Counts the choices: the key mounts the field anew with each. */
  picks: number
}

/** /finances/transfer-discount: a driver who pays an amount gets it plus a percentage. */
export function TransferDiscountScreen() {
  const { find, set } = useTableParams<FinanceParams>('/app/finances/transfer-discount')
  const [draft, setDraft] = useState<Draft>({ paid: null, bonus: 10, method: 'cash', note: '', picks: 0 })
  const put = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))
  const driver = useDriverBalance(find.driver ?? null)
  const move = useMove(send, () => put({ paid: null, note: '' }))
  const paid = draft.paid ?? 0
  const gets = withBonus(paid, draft.bonus ?? 0)

  const submit = () => {
    const missing = {
      ...(find.driver === undefined ? { driver_id: messages.missingDriver } : {}),
      ...(paid > 0 ? {} : { paid_amount: messages.missingAmount }),
    }
    move.setErrors(missing)
    if (Object.keys(missing).length > 0 || !driver) return
    const { bonus, method, note } = draft
    const body = {
      driver_id: driver.driver_id,
      paid_amount: paid,
      bonus_percent: bonus ?? 0,
      method,
      note: note || undefined,
    }
    const text = messages.confirm.discount(money(paid), money(gets), driverName(driver))
    confirm({ text, yes: messages.confirmYes, onYes: () => void move.run(body) })
  }
  return (
    <MoveForm
      title={messages.discountTitle}
      move={move}
      changes={driver && gets > 0 ? [{ driver, by: gets }] : []}
      warning={null}
      onSubmit={submit}
    >
      <DriverField
        label={messages.driver}
        value={find.driver ?? null}
        error={move.errors.driver_id}
        onChange={(id) => set({ driver: id ?? undefined })}
      />
      <RonField
        label={messages.paid}
        value={draft.paid}
        error={move.errors.paid_amount}
        onChange={(paid) => put({ paid })}
      />
      <Suspense fallback={null}>
        <DiscountChoice
          companyId={driver?.company_id}
          percent={draft.bonus}
          onPick={(bonus) => setDraft((now) => ({ ...now, bonus, picks: now.picks + 1 }))}
        />
      </Suspense>
      <RonField
        key={draft.picks}
        label={messages.bonus}
        max={100}
        value={draft.bonus}
        error={move.errors.bonus_percent}
        onChange={(bonus) => put({ bonus })}
      />
      <MethodField value={draft.method} onChange={(method) => put({ method })} />
      <TextInput
        label={messages.note}
        value={draft.note}
        maxLength={300}
        onChange={(event) => put({ note: event.currentTarget.value })}
      />
      <p>
        {messages.gets}: <strong className="digits">{money(gets)}</strong>
      </p>
    </MoveForm>
  )
}

function send(body: z.input<NonNullable<typeof transferDiscount.body>>, key: string) {
  return request(transferDiscount, { body }, { key })
}

/** Rounds like the server. */
function withBonus(paid: number, percent: number): number {
  const bani = baniFromRon(paid)
  return ronFromBani(bani + percentOf(bani, baniFromRon(percent)))
}
