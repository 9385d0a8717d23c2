import {
  checkLedger,
  type FinanceSummary,
  readFinanceSettings,
  readFinanceSummary,
} from '@dispecerat/contract/billing/finance'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive } from '../../realtime/use-live.ts'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import { useChosenCompany } from '../../shared/companies/use-chosen-company.ts'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { fareDoubtMessages } from '../../text/fare-doubt-messages.ts'
import { money, shownTime } from '../../text/format.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'
import { CompanyChoice } from './company-choice.tsx'
import { financeSummaryMessages } from './finance-summary-messages.ts'
import { FinanceTabs } from './finance-tabs.tsx'

const { summary: messages, check: checkMessages } = financeSummaryMessages
const CALM_MS = 5000
const SettingsForm = later(() => import('./settings-form.tsx').then((m) => m.SettingsForm))

/** /finances: amounts owed by and to drivers, the check of the ledger, and the terms. */
export function FinancesScreen() {
  const { find, set } = useTableParams<FinanceParams>('/app/finances')
  const company_id = useChosenCompany(find.company)
  const cache = useQueryClient()
  const summary = useEndpointQuery(readFinanceSummary, { query: { company_id } }, { enabled: company_id !== undefined })
  const settings = useEndpointQuery(
    readFinanceSettings,
    { query: { company_id } },
    { enabled: company_id !== undefined },
  )
  const read = () => invalidate(cache, readFinanceSummary)
  const readAgain = () => void read()
  useLive('ledger_alarm', readAgain)
  /* A fare that becomes doubted or is confirmed changes the outstanding payments. */
  const readSoon = useThrottled(read, CALM_MS)
  useLive('live_orders_updated', ({ type }) => {
    if (type === 'finished') readSoon()
  })
  return (
    <main id="content" className="page table-page">
      <h1>{messages.title}</h1>
      <FinanceTabs />
      <div className="finance-acts">
        <CompanyChoice value={company_id} onChange={(company) => set({ company })} />
      </div>
      {summary.isError ? <LoadFailed onRetry={() => void summary.refetch()} /> : null}
      {summary.data ? <Cards summary={summary.data.data} /> : null}
      {summary.isPending ? <Skeleton height={90} /> : null}
      {summary.data ? <Check summary={summary.data.data} onChecked={readAgain} /> : null}
      {settings.isError && !settings.data ? <LoadFailed onRetry={() => void settings.refetch()} /> : null}
      {settings.data ? (
        <Suspense fallback={<Skeleton height={300} />}>
          <SettingsForm
            key={company_id}
            settings={settings.data.data}
            reload={settings.refetch}
            onSaved={(saved) => {
              cache.setQueryData(endpointKey(readFinanceSettings, { query: { company_id } }), { data: saved })
              readAgain()
            }}
          />
        </Suspense>
      ) : null}
    </main>
  )
}

function Cards({ summary }: { summary: FinanceSummary }) {
  const { month, company_id: company } = summary
  const drivers = (only: 'negative' | 'low' | 'cannot_work', text: string) => (
    <Link to="/finances/sold" search={{ only, company }}>
      {text}
    </Link>
  )
  return (
    <div className="finance-cards">
      <Card title={messages.owedTo} value={money(summary.owed_to_drivers)}>
        {drivers('low', messages.low(summary.low_count))}
      </Card>
      <Card title={messages.owedBy} value={money(summary.owed_by_drivers)}>
        {drivers('negative', messages.negative(summary.negative_count))}
        {drivers('cannot_work', messages.cannotWork(summary.cannot_work_count))}
      </Card>
      <Card title={messages.due} value={money(summary.due_amount)}>
        <Link to="/finances/payments" search={{ company }}>
          {messages.dueOrders(summary.due_count)}
        </Link>
        {summary.doubted_count > 0 ? (
          <Link to="/orders/$type" params={{ type: 'all' }} search={{ doubted: 1 }}>
            {fareDoubtMessages.toVerify(summary.doubted_count)}
          </Link>
        ) : null}
      </Card>
      <Card title={`${messages.month}: ${messages.commission.toLowerCase()}`} value={money(month.commission)}>
        <span className="dim">
          {messages.payments}: {money(month.driver_payments)}
        </span>
      </Card>
      <Card title={`${messages.month}: ${messages.paidIn.toLowerCase()}`} value={money(month.paid_in)}>
        <span className="dim">
          {messages.paidOut}: {money(month.paid_out)}
        </span>
      </Card>
    </div>
  )
}

function Card({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <section className="panel finance-card" aria-label={title}>
      <span className="dim">{title}</span>
      <strong className="digits">{value}</strong>
      {children}
    </section>
  )
}

function Check({ summary, onChecked }: { summary: FinanceSummary; onChecked: () => void }) {
  const { last_check: check, company_id } = summary
  const run = useAction((_: null, key) => request(checkLedger, { body: { company_id } }, { key }), { done: onChecked })
  const differences = check ? check.wrong_balances.length + check.wrong_transactions.length : 0
  return (
    <section className="panel finance-part" aria-labelledby="check-title">
      <h2 id="check-title">{checkMessages.title}</h2>
      {check === null ? <p>{checkMessages.never}</p> : null}
      {check?.is_right ? (
        <p>
          <span aria-hidden>✓</span> {checkMessages.right(check.drivers, groupThousands(check.transactions))}
        </p>
      ) : null}
      {differences > 0 && check ? (
        <div role="alert">
          <p>
            <span aria-hidden>✕</span> <strong>{checkMessages.wrong(differences)}</strong>
          </p>
          <ul>
            {check.wrong_balances.map(({ driver_id, balance, entries }) => (
              <li key={driver_id}>{checkMessages.balance(driver_id, money(balance), money(entries))}</li>
            ))}
            {check.wrong_transactions.map(({ transaction_id, sum }) => (
              <li key={transaction_id}>
                {sum === 0
                  ? fareDoubtMessages.unexpected(transaction_id)
                  : checkMessages.transaction(transaction_id, money(sum))}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className="finance-acts">
        <Button size="compact-sm" variant="default" loading={run.busy} onClick={() => void run.run(null)}>
          {checkMessages.run}
        </Button>
        {check ? <span className="dim">{checkMessages.at(shownTime(check.checked_at))}</span> : null}
      </div>
    </section>
  )
}
