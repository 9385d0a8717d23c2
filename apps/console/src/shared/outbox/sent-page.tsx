import { Alert } from '@mantine/core'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type EndpointOf, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { shownTime } from '../../text/format.ts'
import { type Column, DataTable } from '../data-table/data-table.tsx'
import type { TableFind } from '../data-table/use-table-params.ts'
import type { TableRows } from '../data-table/use-table-rows.ts'
import { FilterSelect } from '../filters/filter-select.tsx'
import './outbox.css'
import { OutboxTabs } from './outbox-tabs.tsx'

type Providers<Kind extends string> = Readonly<Record<Kind, boolean>>

interface Sent<Row, Kind extends string> {
  data: Row[]
  meta: { total: number; total_is_capped: boolean }
  /** For each kind, whether a provider is configured. */
  providers: Providers<Kind>
}

/** A page of outbound messages, refetched when the server reports a change. */
export function useSent<Row, Kind extends string>(
  list: EndpointOf<Sent<Row, Kind>>,
  query: object,
  event: 'outbox_changed' | 'filing_changed',
  options: { byBody?: true } = {},
): { providers: Providers<Kind> | undefined; sheet: TableRows<Row>; readAgain: () => void } {
  const { data, isError, isFetching, refetch } = useEndpointQuery(
    list,
    { query },
    { ...options, placeholderData: keepPreviousData },
  )
  const cache = useQueryClient()
  const readAgain = () => void invalidate(cache, list)
  useLive(event, readAgain)
  useResync(readAgain)
  const sheet = {
    rows: data?.data,
    total: data?.meta.total ?? 0,
    totalIsCapped: data?.meta.total_is_capped ?? false,
    isFetching: isFetching && !data,
    isError,
    onRetry: () => void refetch(),
  }
  return { providers: data?.providers, sheet, readAgain }
}

interface SentRow {
  id: number
  created_at: string
  tries: number
  sent_at: string | null
  company_name: string | null
}

/** Columns shared by messages and filings. */
export function sentColumns<Row extends SentRow>(
  labels: Readonly<Record<'id' | 'created_at' | 'tries' | 'sent_at' | 'company', string>>,
): Record<'id' | 'created_at' | 'tries' | 'sent_at' | 'company', Column<Row>> {
  return {
    id: { key: 'id', label: labels.id, render: ({ id }) => id, isNumber: true },
    created_at: {
      key: 'created_at',
      label: labels.created_at,
      render: ({ created_at }) => <time>{shownTime(created_at)}</time>,
    },
    tries: { key: 'tries', label: labels.tries, render: ({ tries }) => tries, isNumber: true },
    sent_at: {
      key: 'sent_at',
      label: labels.sent_at,
      render: ({ sent_at }) => (sent_at ? <time>{shownTime(sent_at)}</time> : ''),
    },
    company: {
      key: 'company',
      label: labels.company,
      render: ({ company_name }) => company_name ?? '',
      hiddenByDefault: true,
    },
  }
}

interface FilterProps<Kind extends string, State extends string> {
  messages: {
    filters: { kind: string; state: string }
    kinds: Readonly<Record<Kind, string>>
    states: Readonly<Record<State, string>>
  }
  find: { kind?: Kind; state?: State }
  onSet: (change: { kind?: Kind | undefined; state?: State | undefined }) => void
}

export function SentFilters<Kind extends string, State extends string>(props: FilterProps<Kind, State>) {
  const { messages, find, onSet } = props
  const { filters, kinds, states } = messages
  return (
    <>
      <FilterSelect label={filters.kind} messages={kinds} value={find.kind} onChange={(kind) => onSet({ kind })} />
      <FilterSelect label={filters.state} messages={states} value={find.state} onChange={(state) => onSet({ state })} />
    </>
  )
}

interface PageProps<Row extends { id: number }, Kind extends string> {
  messages: {
    title: string
    empty: string
    kinds: Readonly<Record<Kind, string>>
    noProvider: (kinds: string) => string
  }
  columns: readonly Column<Row>[]
  columnsKey: string
  sent: { providers: Providers<Kind> | undefined; sheet: TableRows<Row> }
  table: TableFind<object>['table']
  /** Between the title and the table. */
  children: ReactNode
}

/** Page of messages or filings: the kinds without a provider, then the rows. */
export function SentPage<Row extends { id: number }, Kind extends string>(props: PageProps<Row, Kind>) {
  const { messages, columns, columnsKey, sent, table, children } = props
  const kinds = Object.keys(sent.providers ?? {}) as Kind[]
  const lacking = kinds.filter((kind) => !sent.providers?.[kind])
  return (
    <main id="content" className="page table-page">
      <h1>{messages.title}</h1>
      <OutboxTabs />
      {lacking.length > 0 ? (
        <Alert color="yellow" variant="light" py={6}>
          {messages.noProvider(lacking.map((kind) => messages.kinds[kind]).join(', '))}
        </Alert>
      ) : null}
      {children}
      <DataTable<Row>
        label={messages.title}
        columns={columns}
        columnsKey={columnsKey}
        {...sent.sheet}
        empty={messages.empty}
        {...table}
      />
    </main>
  )
}
