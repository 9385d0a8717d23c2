import * as contract from '@dispecerat/contract/office/driver-reports'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance } from 'fastify'
import { mount, mountForm } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findReportToken, openLinks } from './driver-reports.store.ts'
import { driverReportView, linkView } from './driver-reports.views.ts'
import { hashOfReportToken, makeReportToken } from './make-report-token.ts'
import { takeBackReportLink } from './take-back-report-link.ts'

const READS = { max: 60, seconds: 60 }

/** Links to a driver's trips. Owns report_tokens; records no events. */
export function driverReportsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const reads = new RateLimiter(READS, clock)

  const read = async (token: string, ip: string) => {
    reads.take(ip)
    const found = await findReportToken(db, hashOfReportToken(token), clock.now())
    if (!found) throw new DomainError('report_token.unknown')
    return { data: { token, ...(await driverReportView(db, found, clock.now())) } }
  }

  mount(http, server, contract.readDriverReport, ({ body, request }) => read(body.token, request.ip))

  mount(http, server, contract.readDriverReportByPath, ({ params, request }) => read(params.token, request.ip))

  mount(http, server, contract.listReportLinks, async ({ actor, query }) => {
    const links = await openLinks(db, actor.scope, { driverId: query.driver_id, now: clock.now() })
    return { data: links.map(linkView) }
  })

  mount(http, server, contract.takeBackReportLink, ({ actor, params }) => takeBackReportLink(server, actor, params.id))

  mountForm(http, server, contract.makeReportToken, async ({ actor, params, body }) => {
    const input = {
      driverId: params.id,
      get from() {
        return instant(body.from)
      },
      get to() {
        return instant(body.to)
      },
      get expiresDays() {
        return body.expires_days
      },
    }
    const { token, expiresAt } = await makeReportToken(server, actor, input)
    return { data: { token, path: `/driver/reports#${token}`, expires_at: toWireTime(new Date(expiresAt)) } }
  })
}

function instant(text: string): Date {
  const at = fromWireTime(text)
  if (!at) throw new Error('the shape lets only times through')
  return at
}
