import type { Report } from '@dispecerat/contract/office/reports'
import * as contract from '@dispecerat/contract/office/reports'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { sendTable, type TableColumn } from '../../platform/exports/exports.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { cancellationsReport } from './cancellations-report.views.ts'
import { dispatchersReport } from './dispatchers-report.views.ts'
import { driversReport, protocolReport } from './drivers-report.views.ts'
import { fairnessReport } from './fairness.ts'
import { readPatiently } from './patient-reading.store.ts'
import { companyIdsOf } from './report-groups.store.ts'
import { daysOfPeriod, type ReportQuery } from './report-query.ts'
import { searchReport } from './search-report.views.ts'

interface Query {
  date_from: string
  date_to: string
  company_id?: CompanyId | undefined
  group: contract.ReportGroup
  sort?: string | undefined
  format: 'json' | 'csv' | 'xlsx'
}

/** Routes of the reports. */
export function reportsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  const reportQueryOf = async (actor: Actor, query: Query): Promise<ReportQuery> => {
    const chosen = query.company_id === undefined ? null : await chosenCompany(db, actor.scope, query.company_id)
    const companyIds = chosen === null ? await companyIdsOf(db, actor.scope) : [chosen]
    return { companyIds, group: query.group, ...daysOfPeriod(query) }
  }
  const serve = (
    endpoint: typeof contract.readDispatchersReport,
    fileName: string,
    read: (tx: Db, reportQuery: ReportQuery) => Promise<contract.Report>,
  ) =>
    mount(http, server, endpoint, async ({ actor, query, reply }) => {
      const reportQuery = await reportQueryOf(actor, query)
      const found = await readPatiently(db, reportQuery.companyIds, (tx) => read(tx, reportQuery))
      const report = { ...found, rows: [...contract.sortedReportRows(found.rows, query.sort, query.group)] }
      if (query.format === 'json') return report
      const name = `${fileName}_${reportQuery.from}_${reportQuery.to}`
      return sendTable(reply, { format: query.format, fileName: name, columns: fileColumns(report), rows: report.rows })
    })

  serve(contract.readDispatchersReport, 'raport_dispeceri', dispatchersReport)
  serve(contract.readDriversReport, 'raport_soferi', driversReport)
  serve(contract.readCancellationsReport, 'raport_anulari', cancellationsReport)
  serve(contract.readProtocolReport, 'raport_protocol', protocolReport)
  serve(contract.readSearchReport, 'raport_cautari', searchReport)
  serve(contract.readFairnessReport, 'raport_echitate', (tx, reportQuery) =>
    fairnessReport(tx, reportQuery, clock.now()),
  )
}

/** The columns of a report for a file; units that a cell does not show are in the heading. */
function fileColumns({ columns }: Pick<Report, 'columns'>): TableColumn[] {
  return columns.map(({ key, label, kind }) => ({
    key,
    label: kind === 'seconds' ? `${label} (s)` : label,
    kind: kind === 'text' ? 'text' : kind === 'ron' ? 'ron' : 'number',
  }))
}
