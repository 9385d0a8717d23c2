import { type Filing, listFilings } from '@dispecerat/contract/filings'
import { Alert } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { FilterSelect } from '../../parts/filter-select.tsx'
import type { FilingSearch } from '../../parts/notice-search.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { filingWords as words } from '../../text/filing-words.ts'
import { shownDay, shownTime } from '../../text/format.ts'
import { protocolWords } from '../../text/protocol-words.ts'
import { FilingActs } from './filing-acts.tsx'
import { OutboxTabs } from './outbox-tabs.tsx'
import './outbox.css'
import { RegisterForm } from './register-form.tsx'

const KEY = 'filings'
type Providers = Record<Filing['kind'], boolean>

/** /outbox/filings: what was, or would be, sent to RO e-Factura and to town halls. */
export function FilingsScreen() {
  const { find, page, perPage, set, table } = useTableSearch<FilingSearch>('/app/outbox/filings')
  const { kind, state } = find
  const maySeeInvoices = useUser().permissions.includes('protocol.bill')
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, kind, state, page, perPage],
    queryFn: ({ signal }) => call(listFilings, { query: { kind, state, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const cache = useQueryClient()
  const readAgain = () => void cache.invalidateQueries({ queryKey: [KEY] })
  useLive('filing_changed', readAgain)
  useResync(readAgain)
  const { filters } = words
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <OutboxTabs />
      {data ? <Lacking providers={data.providers} /> : null}
      <RegisterForm onDone={readAgain} />
      <search className="table-tools" aria-label={words.title}>
        <FilterSelect
          label={filters.kind}
          all={filters.allKinds}
          words={words.kinds}
          value={kind}
          onChange={(chosen) => set({ kind: chosen })}
        />
        <FilterSelect
          label={filters.state}
          all={filters.allStates}
          words={words.states}
          value={state}
          onChange={(chosen) => set({ state: chosen })}
        />
      </search>
      <DataTable<Filing>
        label={words.title}
        columns={columnsOf(data?.providers, maySeeInvoices, readAgain)}
        columnsKey={KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        totalIsCapped={data?.meta.total_is_capped ?? false}
        isFetching={isFetching && !data}
        isError={isError}
        onRetry={() => void refetch()}
        empty={words.empty}
        {...table}
      />
    </main>
  )
}

function columnsOf(
  providers: Providers | undefined,
  maySeeInvoices: boolean,
  onDone: () => void,
): readonly Column<Filing>[] {
  const { columns } = words
  return [
    { key: 'id', label: columns.id, render: ({ id }) => id, isNumber: true },
    {
      key: 'created_at',
      label: columns.created_at,
      render: ({ created_at }) => <time>{shownTime(created_at)}</time>,
    },
    { key: 'kind', label: columns.kind, render: ({ kind }) => words.kinds[kind] },
    {
      key: 'subject',
      label: columns.subject,
      render: (filing) => <Subject filing={filing} isLink={maySeeInvoices} />,
    },
    {
      key: 'state',
      label: columns.state,
      render: (filing) => <State filing={filing} isThere={providers?.[filing.kind] ?? true} />,
    },
    { key: 'tries', label: columns.tries, render: ({ tries }) => tries, isNumber: true },
    {
      key: 'sent_at',
      label: columns.sent_at,
      render: ({ sent_at }) => (sent_at ? <time>{shownTime(sent_at)}</time> : ''),
    },
    { key: 'company', label: columns.company, render: ({ company_name }) => company_name, hiddenByDefault: true },
    { key: 'acts', label: columns.acts, render: (filing) => <FilingActs filing={filing} onDone={onDone} /> },
  ]
}

function Subject({ filing: { invoice, day, file_name }, isLink }: { filing: Filing; isLink: boolean }) {
  if (day !== null) return words.registerOf(shownDay(day))
  if (invoice === null) return file_name
  const name = `${protocolWords.invoices.kinds[invoice.kind]} ${invoice.number}`
  if (!isLink) return name
  return (
    <Link className="table-link" to="/protocol/invoices/$id" params={{ id: String(invoice.id) }}>
      {name}
    </Link>
  )
}

function State({ filing, isThere }: { filing: Filing; isThere: boolean }) {
  const { state, upload_index, reason, message, tries, due_at } = filing
  const isBad = state === 'failed' || state === 'rejected'
  const name = state === 'pending' && !isThere ? words.wouldBeSent : words.states[state]
  return (
    <div className="outbox-words">
      <span className={isBad ? 'outbox-failed' : undefined}>
        <span aria-hidden>{words.signs[state]}</span> {name}
        {upload_index === null ? null : <span className="small dim digits"> · {words.index(upload_index)}</span>}
        {reason === null ? null : <span className="small dim"> · {words.reasons[reason]}</span>}
        {state === 'pending' && tries > 0 ? (
          <span className="small dim"> · {words.next(shownTime(due_at))}</span>
        ) : null}
      </span>
      {message === null ? null : (
        <span className="small" title={message}>
          {message}
        </span>
      )}
    </div>
  )
}

function Lacking({ providers }: { providers: Providers }) {
  const lacking = (Object.keys(providers) as Filing['kind'][]).filter((kind) => !providers[kind])
  if (lacking.length === 0) return null
  return (
    <Alert color="yellow" variant="light" py={6}>
      {words.noProvider(lacking.map((kind) => words.kinds[kind]).join(', '))}
    </Alert>
  )
}
