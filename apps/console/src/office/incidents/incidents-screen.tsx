import { exportIncidents, type Incident, listIncidents } from '@dispecerat/contract/office/incidents'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, UnstyledButton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import type { IncidentParams } from '../../routes/params/notice-params.ts'
import { type Column, DataTable } from '../../shared/data-table/data-table.tsx'
import { ColumnChoice } from '../../shared/data-table/table-tools.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { incidentMessages as messages } from '../../shared/incidents/incident-messages.ts'
import { IncidentStatus } from '../../shared/incidents/incident-status.tsx'
import { showIncident } from '../../shared/incidents/incident-store.ts'
import { shownTime } from '../../text/format.ts'
import '../../shared/incidents/alarm-corner.css'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { later } from '../../ui/later.ts'

const COLUMNS_KEY = 'incidents'

const ReportIncident = later(() => import('./report-incident.tsx').then((m) => m.ReportIncident))

const nameOf = ({ type, id }: Incident) => messages.name(messages.types[type], id)

const COLUMNS: readonly Column<Incident>[] = [
  {
    key: 'id',
    label: messages.columns.id,
    render: (row) => (
      <UnstyledButton
        className="table-link incident-tight"
        aria-label={messages.open(nameOf(row))}
        onClick={() => showIncident(row.id)}
      >
        {nameOf(row)}
      </UnstyledButton>
    ),
  },
  { key: 'status', label: messages.columns.status, render: ({ status }) => <IncidentStatus status={status} /> },
  {
    key: 'driver',
    label: messages.columns.driver,
    render: ({ indicativ, driver_name }) => (
      <span className="incident-tight">{[indicativ, driver_name].filter(Boolean).join(' ')}</span>
    ),
  },
  {
    key: 'client',
    label: messages.columns.client,
    render: ({ client_name: name, client_phone: phone }) => (
      <span className="incident-tight">{name ?? (phone === null ? '' : prettyPhone(phone))}</span>
    ),
  },
  { key: 'text', label: messages.columns.text, render: ({ text }) => <span className="incident-cell">{text}</span> },
  {
    key: 'place',
    label: messages.columns.place,
    render: ({ address, lat }) =>
      address ?? (lat === null ? '' : <span className="dim incident-tight">{messages.onMap}</span>),
  },
  { key: 'order', label: messages.columns.order, render: ({ order_id }) => order_id ?? '', isNumber: true },
  {
    key: 'created_at',
    label: messages.columns.created_at,
    render: ({ created_at }) => <time className="incident-tight">{shownTime(created_at)}</time>,
  },
  { key: 'taken', label: messages.columns.taken, render: ({ taken_by_name }) => taken_by_name ?? '' },
  { key: 'closed', label: messages.columns.closed, render: ({ closed_by_name }) => closed_by_name ?? '' },
]

/** /incidents: the incidents, their handling and outcome. */
export function IncidentsScreen() {
  const { find, page, perPage, set, table } = useTableParams<IncidentParams>('/app/incidents')
  const mayWork = useUser().permissions.includes('incidents.work')
  const [isReporting, setIsReporting] = useState(false)
  const { status, type } = find
  const { data, isError, isFetching, refetch } = useEndpointQuery(
    listIncidents,
    { query: { status, type, page, per_page: perPage } },
    { placeholderData: keepPreviousData, refetchInterval: useFallbackInterval(FALLBACK_MS.lists) },
  )
  const { filters, statuses, types } = messages
  return (
    <main id="content" className="page table-page">
      <h1>{messages.title}</h1>
      <search className="table-tools" aria-label={messages.title}>
        <FilterSelect
          label={filters.status}
          messages={{ not_closed: filters.notClosed, ...statuses }}
          value={status}
          onChange={(chosen) => set({ status: chosen })}
        />
        <FilterSelect label={filters.type} messages={types} value={type} onChange={(chosen) => set({ type: chosen })} />
        <span className="table-tools-space" />
        <ColumnChoice label={messages.title} columns={COLUMNS} columnsKey={COLUMNS_KEY} />
        <ExportButtons path={exportIncidents.path} method="POST" query={{ status, type }} fileName="incidente" />
        <Button
          size="compact-sm"
          data-disabled={!mayWork || undefined}
          aria-disabled={!mayWork}
          {...(mayWork ? {} : { title: messages.readOnly, 'aria-description': messages.readOnly })}
          onClick={() => mayWork && setIsReporting(true)}
        >
          {messages.report}
        </Button>
      </search>
      <DataTable<Incident>
        label={messages.title}
        columns={COLUMNS}
        columnsKey={COLUMNS_KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        totalIsCapped={data?.meta.total_is_capped ?? false}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
        empty={messages.empty}
        onOpen={({ id }) => showIncident(id)}
        {...table}
      />
      <Suspense fallback={null}>
        {isReporting ? <ReportIncident onClose={() => setIsReporting(false)} /> : null}
      </Suspense>
    </main>
  )
}
