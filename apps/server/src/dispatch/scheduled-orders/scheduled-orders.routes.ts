import * as contract from '@dispecerat/contract/dispatch/scheduled-orders'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changeScheduleRules } from './change-schedule-rules.ts'
import { scheduleRulesView, scheduleRulesViews } from './schedule-rules.views.ts'
import { MAX_COUNTED, type ScheduledRange, scheduledHours, scheduledPage } from './scheduled-orders.views.ts'

/** Maximum range: a month and the adjacent days shown in a calendar. */
const WIDEST_MS = 45 * 24 * 3_600_000

export function scheduledOrdersRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, contract.listScheduledOrders, async ({ actor, query }) => {
    const { page, per_page } = query
    const paging = { page, perPage: per_page, now: clock.now() }
    const { data, total } = await scheduledPage(db, actor.scope, rangeOf(query), paging)
    return { data, meta: { total, total_is_capped: total >= MAX_COUNTED, page, per_page } }
  })

  mount(http, server, contract.countScheduledOrders, async ({ actor, query }) => {
    const { hours, coming } = await scheduledHours(db, actor.scope, rangeOf(query))
    return { data: hours, coming }
  })

  mount(http, server, contract.readScheduleRules, async ({ actor }) => ({
    data: await scheduleRulesViews(db, actor.scope),
  }))

  mount(http, server, contract.changeScheduleRules, async ({ actor, params, body }) => {
    const change = {
      isLeadLearned: body.scheduled_lead_learned,
      leadMinutes: body.scheduled_lead_min,
      remindBeforeMinutes: body.remind_before_min,
    }
    const { companyId } = await changeScheduleRules(server, actor, { companyId: params.id, ...change })
    return { data: await scheduleRulesView(db, companyId) }
  })
}

function rangeOf(query: { from: string; to: string; search?: string | undefined }): ScheduledRange {
  const [from, to] = [fromWireTime(query.from), fromWireTime(query.to)]
  if (!from || !to) throw new FieldErrors({ from: ['Dată și oră invalide'] })
  if (to <= from) throw new FieldErrors({ to: ['Sfârșitul trebuie să fie după început'] })
  if (to.getTime() - from.getTime() > WIDEST_MS) throw new FieldErrors({ to: ['Cel mult 45 de zile deodată'] })
  return { from, to, search: query.search }
}
