import { listBalances, readFinanceSettings, readFinanceSummary } from '@dispecerat/contract/billing/finance'
import {
  type DriverPayment,
  exportDriverPayments,
  listDriverPayments,
  listPaymentRuns,
  payOrder,
  payOrders,
} from '@dispecerat/contract/billing/finance-history'
import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import { type Column, DataTable } from '../../shared/data-table/data-table.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { money, shownTime } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { later } from '../../ui/later.ts'
import { CompanyChoice } from '../finance/company-choice.tsx'
import { DriverField } from '../finance/driver-field.tsx'
import { financeMessages } from '../finance/finance-messages.ts'
import { FinanceTabs } from '../finance/finance-tabs.tsx'

const PaymentRuns = later(() => import('./payment-runs.tsx').then((m) => m.PaymentRuns))
const messages = financeMessages.payments
const KEY = 'finances.payments'
type Row = DriverPayment & { id: number }

/** /finances/payments: card and protocol orders whose drivers are not paid yet. */
export function PaymentsScreen() {
  const search = useTableParams<FinanceParams>('/app/finances/payments')
  const { find, set, table } = search
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const mayEdit = useUser().permissions.includes('finances.edit')
  const filter = filterOf(find)
  const sheet = useTableRows(listDriverPayments, { query: filter }, search)
  const { pay, takeBack, readAgain } = usePayments(() => setChosen(new Set()))
  const rows = sheet.rows?.map((row) => ({ ...row, id: row.order_id }))
  const paid = rows?.filter(({ id }) => chosen.has(id)) ?? []
  const sum = money(paid.reduce((bani, row) => bani + Math.round(row.driver_payment * 100), 0) / 100)
  const confirmPay = (ids: number[], ron: string) =>
    confirm({ text: messages.confirmPay(ids.length, ron), yes: messages.pay, onYes: () => void pay.run(ids) })
  const confirmTakeBack = (row: Row) =>
    confirm({
      text: messages.confirmTakeBack(row.order_id, money(row.driver_payment)),
      yes: messages.takeBack,
      danger: true,
      onYes: () => void takeBack.run(row.order_id),
    })
  const act = (row: Row) => (row.is_paid ? confirmTakeBack(row) : confirmPay([row.order_id], money(row.driver_payment)))
  const columns = columnsOf(mayEdit ? act : null)
  return (
    <main id="content" className="page table-page">
      <h1>{messages.title}</h1>
      <FinanceTabs />
      <search className="table-tools is-labelled" aria-label={messages.title}>
        <Filters find={find} onSet={set} />
        <span className="table-tools-space" />
        {mayEdit && paid.length > 0 && find.state !== 'paid' ? (
          <Button
            size="compact-sm"
            loading={pay.busy}
            onClick={() =>
              confirmPay(
                paid.map(({ id }) => id),
                sum,
              )
            }
          >
            {messages.payChosen(paid.length, sum)}
          </Button>
        ) : null}
        <ExportButtons path={exportDriverPayments.path} query={filter} fileName="plati-soferi" />
      </search>
      <Suspense>
        <PaymentRuns mayStop={mayEdit} isPaying={pay.busy || takeBack.busy} onChanged={readAgain} />
      </Suspense>
      <DataTable<Row>
        {...table}
        label={messages.title}
        columns={columns}
        columnsKey={KEY}
        {...sheet}
        rows={rows}
        rowName={({ order_id }) => financeMessages.history.order(order_id)}
        empty={messages.nothing}
        {...(mayEdit && find.state !== 'paid' ? { selection: chosen, onSelect: setChosen } : {})}
      />
    </main>
  )
}

function usePayments(onPaid: () => void) {
  const cache = useQueryClient()
  const readAgain = () => {
    void invalidate(cache, listDriverPayments, readFinanceSummary, readFinanceSettings, listBalances, listPaymentRuns)
  }
  const failed = (error: unknown) => {
    readAgain()
    const goesOn = error instanceof ApiError && error.code === 'payment_run.running'
    if (!goesOn) return false
    toast.info(error.message, { ms: 6000 })
    onPaid()
    return true
  }
  const pay = useAction((order_ids: number[], key) => request(payOrders, { body: { order_ids } }, { key }), {
    done: () => {
      toast.good(messages.done)
      onPaid()
      readAgain()
    },
    failed,
  })
  const takeBack = useAction(
    (id: number, key) => request(payOrder, { params: { id }, body: { is_paid: false } }, { key }),
    {
      done: () => {
        toast.good(messages.takenBack)
        readAgain()
      },
      failed,
    },
  )
  return { pay, takeBack, readAgain }
}

function Filters({
  find,
  onSet,
}: {
  find: FinanceParams
  onSet: (change: Partial<Record<keyof FinanceParams, never>>) => void
}) {
  const set = onSet as (change: object) => void
  return (
    <>
      <NativeSelect
        size="xs"
        label={messages.state}
        data={[
          { value: '', label: messages.states.unpaid },
          { value: 'paid', label: messages.states.paid },
        ]}
        value={find.state ?? ''}
        onChange={(event) => set({ state: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        label={messages.columns.payment}
        data={[
          { value: '', label: messages.anyKind },
          { value: 'card', label: messages.kinds.card },
          { value: 'protocol', label: messages.kinds.protocol },
        ]}
        value={find.kind ?? ''}
        onChange={(event) => set({ kind: event.currentTarget.value || undefined })}
      />
      <DriverField
        label={messages.columns.driver}
        value={find.driver ?? null}
        onChange={(id) => set({ driver: id ?? undefined })}
      />
      <CompanyChoice withAll withLabel value={find.company} onChange={(company) => set({ company })} />
    </>
  )
}

function columnsOf(onAct: ((row: Row) => void) | null): readonly Column<Row>[] {
  const { columns } = messages
  return [
    { key: 'order_id', label: columns.order_id, render: (row) => row.order_id },
    { key: 'finished_at', label: columns.finished_at, render: (row) => <time>{shownTime(row.finished_at)}</time> },
    {
      key: 'driver',
      label: columns.driver,
      render: (row) => [row.indicativ, row.driver_name].filter(Boolean).join(' · '),
    },
    {
      key: 'payment',
      label: columns.payment,
      render: (row) => [messages.kinds[row.payment_type], row.protocol_name].filter(Boolean).join(' · '),
    },
    { key: 'cost', label: columns.cost, render: (row) => (row.cost === null ? '—' : money(row.cost)), isNumber: true },
    {
      key: 'driver_payment',
      label: columns.driver_payment,
      render: (row) => money(row.driver_payment),
      isNumber: true,
    },
    {
      key: 'acts',
      label: columns.acts,
      render: (row) =>
        onAct === null ? null : (
          <Button size="compact-xs" variant="default" onClick={() => onAct(row)}>
            {row.is_paid ? messages.takeBack : messages.pay}
          </Button>
        ),
    },
  ]
}

function filterOf({ driver, company, state, kind }: FinanceParams) {
  return {
    driver_payment: state === 'paid' ? ('paid' as const) : ('unpaid' as const),
    ...(driver ? { driver_id: driver } : {}),
    ...(company ? { company_id: company } : {}),
    ...(kind === 'card' || kind === 'protocol' ? { payment_type: kind } : {}),
  }
}
