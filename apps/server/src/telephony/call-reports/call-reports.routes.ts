import * as contract from '@dispecerat/contract/telephony/call-reports'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { sendTable } from '../../platform/exports/exports.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { recordingsOfOrder } from '../recordings/recordings.store.ts'
import { fetchRecording, type RecordingSource } from '../recordings/stream-recording.ts'
import { callPeriod } from './call-period.ts'
import { callsInPeriod, callsReport } from './calls-report.views.ts'
import { COMPANY_COLUMNS, FILE_COLUMNS, REPORT_COLUMNS } from './calls-report-columns.ts'
import { reportedCalls } from './reported-calls.views.ts'

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
