import * as contract from '@dispecerat/contract/reports'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../companies/companies.public.ts'
import type { Actor } from '../db/actor.ts'
import type { Db } from '../db/database.ts'
import { sendTable } from '../exports/exports.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { cancellationsReport } from './cancellations-report.views.ts'
import { dispatchersReport } from './dispatchers-report.views.ts'
import { driversReport, protocolReport } from './drivers-report.views.ts'
import { fairnessReport } from './fairness.ts'
import { fileColumns } from './file-columns.ts'
import { readPatiently } from './patient-reading.store.ts'
import { daysAsked, type ReportQuery } from './report-asked.ts'
import { companyIdsOf } from './report-groups.store.ts'
import { searchReport } from './search-report.views.ts'

interface Query {
  date_from: string
  date_to: string
  company_id?: number | undefined
  group: contract.ReportGroup
  sort?: string | undefined
  format: 'json' | 'csv' | 'xlsx'
}

/** Reports of sums. */
export function reportsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  const askedOf = async (actor: Actor, query: Query): Promise<ReportQuery> => {
    const chosen = query.company_id === undefined ? null : await chosenCompany(db, actor.scope, query.company_id)
    const companyIds = chosen === null ? await companyIdsOf(db, actor.scope) : [chosen]
    return { companyIds, group: query.group, ...daysAsked(query) }
  }
  const serve = (
    endpoint: typeof contract.readDispatchersReport,
    fileName: string,
    read: (tx: Db, asked: ReportQuery) => Promise<contract.Report>,
  ) =>
    mount(http, server, endpoint, async ({ actor, query, reply }) => {
      const asked = await askedOf(actor, query)
      const found = await readPatiently(db, asked.companyIds, (tx) => read(tx, asked))
      const report = { ...found, rows: [...contract.sortedReportRows(found.rows, query.sort, query.group)] }
      if (query.format === 'json') return report
      const name = `${fileName}_${asked.from}_${asked.to}`
      return sendTable(reply, { format: query.format, fileName: name, columns: fileColumns(report), rows: report.rows })
    })

  serve(contract.readDispatchersReport, 'raport_dispeceri', dispatchersReport)
  serve(contract.readDriversReport, 'raport_soferi', driversReport)
  serve(contract.readCancellationsReport, 'raport_anulari', cancellationsReport)
  serve(contract.readProtocolReport, 'raport_protocol', protocolReport)
  serve(contract.readSearchReport, 'raport_cautari', searchReport)
  serve(contract.readFairnessReport, 'raport_echitate', (tx, asked) => fairnessReport(tx, asked, clock.now()))
}
