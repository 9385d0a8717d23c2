import type { CallReportRow } from '@dispecerat/contract/telephony/call-reports'
import * as contract from '@dispecerat/contract/telephony/call-reports'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { sendTable, type TableColumn } from '../../platform/exports/exports.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { recordingsOfOrder } from '../recordings/recordings.store.ts'
import { fetchRecording, type RecordingSource } from '../recordings/stream-recording.ts'
import { callPeriod } from './call-period.ts'
import { callsInPeriod, callsReport } from './calls-report.views.ts'
import { reportedCalls } from './reported-calls.views.ts'

/** The columns of the table of days, in order. */
const REPORT_COLUMNS = [
  { key: 'from', label: 'De la' },
  { key: 'offered', label: 'Primite' },
  { key: 'answered', label: 'Preluate' },
  { key: 'abandoned', label: 'Abandonate' },
  { key: 'missed', label: 'Fără răspuns' },
  { key: 'busy', label: 'Linii ocupate' },
  { key: 'blocked', label: 'Blocate' },
  { key: 'transferred', label: 'Transferate' },
  { key: 'orders', label: 'Comenzi' },
  { key: 'wait_p50_seconds', label: 'Așteptare mediană (s)' },
  { key: 'wait_p90_seconds', label: 'Așteptare p90 (s)' },
  { key: 'wait_max_seconds', label: 'Așteptare maximă (s)' },
  { key: 'talk_seconds', label: 'Convorbiri (s)' },
  { key: 'average_talk_seconds', label: 'Convorbire medie (s)' },
  { key: 'within_20_s_percent', label: 'Preluate în 20 s (%)' },
] as const satisfies readonly { key: keyof CallReportRow; label: string }[]

/** The same columns for a spreadsheet: local times of Bucharest, figures as numbers. */
const FILE_COLUMNS: readonly TableColumn[] = REPORT_COLUMNS.map((column) => ({
  ...column,
  kind: column.key === 'from' ? 'time' : 'number',
}))

/** Columns for rows of companies, with their outgoing calls. */
const COMPANY_COLUMNS: readonly TableColumn[] = [
  { key: 'company_name', label: 'Companie' },
  ...FILE_COLUMNS.filter(({ key }) => key !== 'from'),
  { key: 'dialled', label: 'Sunate', kind: 'number' },
  { key: 'reached', label: 'Au răspuns', kind: 'number' },
]

export function callReportsRoutes(http: FastifyInstance, server: Server, recordings: RecordingSource): void {
  const { db, clock } = server

  mount(http, server, contract.readCallsReport, async ({ actor, query, reply }) => {
    const report = await callsReport(db, actor.scope, callPeriod(query, query.by), query.by)
    const { format } = query
    if (format !== 'json') {
      const isByCompany = query.by === 'company'
      const columns = isByCompany ? COMPANY_COLUMNS : FILE_COLUMNS
      const rows = isByCompany ? report.companies : report.rows
      return sendTable(reply, { format, fileName: 'raport_apeluri', columns, rows })
    }
    return { columns: [...REPORT_COLUMNS], ...report }
  })

  mount(http, server, contract.sizeCallsReport, ({ actor, query }) =>
    callsInPeriod(db, actor.scope, callPeriod(query, 'day')),
  )

  mount(http, server, contract.listCallsForReport, ({ actor, query }) => {
    const filter = {
      ...callPeriod(query, 'day'),
      dispatcherId: query.dispatcher_id ?? null,
      direction: query.direction ?? null,
      outcome: query.outcome ?? null,
    }
    const page = { page: query.page, perPage: query.per_page, now: clock.now() }
    return reportedCalls(db, actor.scope, filter, page)
  })

  mount(http, server, contract.listRecordingsOfOrder, async ({ actor, params }) => {
    const data = await recordingsOfOrder(db, actor.scope, params.id)
    if (!data) throw new DomainError('order.unknown')
    return { data }
  })

  mount(http, server, contract.fetchRecording, ({ actor, params, query, request }) =>
    fetchRecording(server, recordings, actor, {
      callId: params.id,
      recordingId: query.recording_id ?? null,
      range: request.headers.range,
    }),
  )
}
