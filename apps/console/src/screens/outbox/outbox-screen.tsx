import { exportLetters, type Letter, listLetters, resendLetter } from '@dispecerat/contract/outbox'
import { Alert, Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import type { LetterSearch } from '../../parts/notice-search.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { shownTime } from '../../text/format.ts'
import { outboxWords as words } from '../../text/outbox-words.ts'
import { toast } from '../../ui/toast.ts'
import './outbox.css'
import { OutboxTabs } from './outbox-tabs.tsx'

const KEY = 'outbox'

const COLUMNS: readonly Column<Letter>[] = [
  { key: 'id', label: words.columns.id, render: ({ id }) => id, isNumber: true },
  {
    key: 'created_at',
    label: words.columns.created_at,
    render: ({ created_at }) => <time>{shownTime(created_at)}</time>,
  },
  { key: 'kind', label: words.columns.kind, render: ({ kind }) => words.kinds[kind] },
  { key: 'recipient', label: words.columns.recipient, render: ({ recipient }) => recipient ?? '' },
  { key: 'subject', label: words.columns.subject, render: (letter) => <Words letter={letter} /> },
  { key: 'state', label: words.columns.state, render: (letter) => <State letter={letter} /> },
  { key: 'tries', label: words.columns.tries, render: ({ tries }) => tries, isNumber: true },
  {
    key: 'sent_at',
    label: words.columns.sent_at,
    render: ({ sent_at }) => (sent_at ? <time>{shownTime(sent_at)}</time> : ''),
  },
  {
    key: 'company',
    label: words.columns.company,
    render: ({ company_name }) => company_name ?? '',
    hiddenByDefault: true,
  },
  { key: 'resend', label: words.columns.resend, render: (letter) => <Resend letter={letter} /> },
]

/** /outbox: what left, or would have left, by e-mail, SMS and push. */
export function OutboxScreen() {
  const { find, page, perPage, set, table } = useTableSearch<LetterSearch>('/app/outbox')
  const { kind, state, search } = find
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, kind, state, search, page, perPage],
    queryFn: ({ signal }) =>
      call(listLetters, { query: { kind, state, search, page, per_page: perPage } }, { signal, byBody: true }),
    placeholderData: keepPreviousData,
  })
  const cache = useQueryClient()
  const readAgain = () => void cache.invalidateQueries({ queryKey: [KEY] })
  useLive('outbox_changed', readAgain)
  useResync(readAgain)
  const { filters } = words
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <OutboxTabs />
      {data ? <Providers providers={data.providers} /> : null}
      <TableTools
        label={words.title}
        search={search}
        onSearch={(typed) => set({ search: typed })}
        searched={words.searched}
        filters={
          <>
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
          </>
        }
        columns={COLUMNS}
        columnsKey={KEY}
        actions={
          <ExportButtons
            path={exportLetters.path}
            method="POST"
            query={{ kind, state, search }}
            fileName="mesaje-trimise"
          />
        }
      />
      <DataTable<Letter>
        label={words.title}
        columns={COLUMNS}
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

function Providers({ providers }: { providers: Record<Letter['kind'], boolean> }) {
  const lacking = (Object.keys(providers) as Letter['kind'][]).filter((kind) => !providers[kind])
  if (lacking.length === 0) return null
  return (
    <Alert color="yellow" variant="light" py={6}>
      {words.noProvider(lacking.map((kind) => words.kinds[kind]).join(', '))}
    </Alert>
  )
}

function Words({ letter: { subject, text } }: { letter: Letter }) {
  return (
    <div className="outbox-words">
      {subject ? <b>{subject}</b> : null}
      {text === null ? <em className="dim">{words.secret}</em> : <span>{text}</span>}
    </div>
  )
}

function State({ letter: { state, reason, due_at, tries } }: { letter: Letter }) {
  const isAgain = state === 'queued' && tries > 0
  return (
    <span className={state === 'failed' ? 'outbox-failed' : undefined}>
      <span aria-hidden>{words.signs[state]}</span> {words.states[state]}
      {reason === null ? null : <span className="small dim"> · {words.reasons[reason]}</span>}
      {isAgain ? <span className="small dim"> · {words.next(shownTime(due_at))}</span> : null}
    </span>
  )
}

function Resend({ letter: { id, state } }: { letter: Letter }) {
  const cache = useQueryClient()
  const resend = useAction((_: null, key) => call(resendLetter, { params: { id } }, { key }), {
    done: () => {
      toast.good(words.resent)
      void cache.invalidateQueries({ queryKey: [KEY] })
    },
  })
  if (state === 'queued') return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={resend.busy}
      aria-label={words.resendOf(id)}
      onClick={() => void resend.run(null)}
    >
      {words.resend}
    </Button>
  )
}
