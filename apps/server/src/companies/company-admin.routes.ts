import type { Company } from '@dispecerat/contract/companies'
import * as contract from '@dispecerat/contract/companies'
import * as cuis from '@dispecerat/contract/company-cuis'
import * as limits from '@dispecerat/contract/company-limits'
import * as steps from '@dispecerat/contract/first-steps'
import * as words from '@dispecerat/contract/permissions'
import type { FastifyInstance } from 'fastify'
import type { Scope } from '../db/caller.ts'
import { mapRows, sendTable, streamRows } from '../exports/exports.public.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { mount } from '../http/mount.ts'
import { usageView } from '../limits/limits.public.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Server } from '../server.ts'
import { approveCui, withdrawCui } from './approve-cui.ts'
import {
  changeCompanyStatus,
  changeLimits,
  changeLogo,
  decideApproval,
  editCompany,
  removeLogo,
} from './change-company.ts'
import { changeRoleWords, roleWordsView } from './change-role-words.ts'
import { COMPANY_COLUMNS, companyRow } from './companies-table.ts'
import { companyCuiView } from './company-cuis.views.ts'
import { logoOf } from './company-profile.store.ts'
import {
  type CompanyFilter,
  companyExport,
  companyFromRow,
  companyPage,
  companyView,
  standingViews,
} from './company-profile.views.ts'
import { consentViews } from './consents.views.ts'
import { firstStepsView, skipFirstStep } from './first-steps.ts'
import { bucharestDay } from './require-active.ts'

/** A cleaned picture opened by itself still may do nothing. */
const NOTHING_ACTS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

/** What a company is, for who administers it. */
export function companyAdminRoutes(http: FastifyInstance, server: Server, realtime: Realtime): void {
  const { db, clock } = server
  const view = async (scope: Scope, id: number) => ({ data: await companyView(db, scope, id) })

  mount(http, server, contract.listCompanies, ({ caller, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return companyPage(db, caller.scope, filter as CompanyFilter, { page, perPage })
  })

  mount(http, server, contract.exportCompanies, ({ caller, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, companyExport(caller.scope, filter as CompanyFilter))
    const rows = mapRows(found, (row) => companyRow(companyFromRow(row)))
    return sendTable(reply, { format, fileName: 'companii', columns: COMPANY_COLUMNS, rows })
  })

  mount(http, server, contract.readCompany, ({ caller, params }) => view(caller.scope, params.id))

  mount(http, server, contract.editCompany, async ({ caller, params, body, request }) => {
    const version = request.headers['if-unmodified-since']?.trim() || undefined
    await editCompany(server, caller, params.id, { change: body, version })
    return view(caller.scope, params.id)
  })

  mount(http, server, contract.changeCompanyStatus, async ({ caller, params, body }) => {
    const asked = { status: body.status, trialUntil: body.trial_until }
    await changeCompanyStatus(server, caller, params.id, asked)
    return view(caller.scope, params.id)
  })

  cuiRoutes(http, server)
  limitRoutes(http, { ...server, realtime }, view)

  logoRoutes(http, server, view)

  mount(http, server, contract.listConsents, async ({ caller, params }) => {
    const { id } = await companyView(db, caller.scope, params.id)
    return { data: await consentViews(db, id) }
  })

  mount(http, server, steps.readFirstSteps, async ({ caller, params }) => ({
    data: await firstStepsView(db, caller.scope, params.id),
  }))

  mount(http, server, steps.skipFirstStep, async ({ caller, params, body }) => {
    await skipFirstStep(server, caller, { companyId: params.id, step: params.step, isSkipped: body.is_skipped })
    return { data: await firstStepsView(db, caller.scope, params.id) }
  })

  mount(http, server, words.readRoleWords, async ({ caller, params }) => ({
    data: await roleWordsView(db, caller, params.id),
  }))

  mount(http, server, words.changeRoleWords, async ({ caller, params, body, request }) => {
    const version = request.headers['if-unmodified-since']?.trim() || undefined
    await changeRoleWords(server, caller, params.id, { ...body, version })
    return { data: await roleWordsView(db, caller, params.id) }
  })

  mount(http, server, contract.listStandings, async ({ caller }) => {
    const today = bucharestDay(clock.now())
    return { data: await standingViews(db, caller.scope, today), today }
  })
}

type CompanyAnswer = (scope: Scope, id: number) => Promise<{ data: Company }>

function logoRoutes(http: FastifyInstance, server: Server, view: CompanyAnswer): void {
  mount(http, server, contract.readCompanyLogo, async ({ caller, params }) => {
    const { contentType, bytes } = await logoOf(server.db, caller.scope, params.id)
    return new FileAnswer(contentType, bytes, NOTHING_ACTS)
  })

  mount(http, server, contract.saveCompanyLogo, async ({ caller, params, body }) => {
    await changeLogo(server, caller, params.id, body.logo)
    return view(caller.scope, params.id)
  })

  mount(http, server, contract.deleteCompanyLogo, async ({ caller, params }) => {
    await removeLogo(server, caller, params.id)
    return view(caller.scope, params.id)
  })
}

function cuiRoutes(http: FastifyInstance, server: Server): void {
  const view = async (scope: Scope, id: number) => ({ data: await companyCuiView(server.db, scope, id) })
  mount(http, server, cuis.readCompanyCui, ({ caller, params }) => view(caller.scope, params.id))
  mount(http, server, cuis.approveCompanyCui, async ({ caller, params, body }) => {
    await approveCui(server, caller, params.id, body.cui)
    return view(caller.scope, params.id)
  })
  mount(http, server, cuis.withdrawCompanyCui, async ({ caller, params }) => {
    await withdrawCui(server, caller, params.id)
    return view(caller.scope, params.id)
  })
}

/** What a company may spend, and whether it may begin. */
function limitRoutes(http: FastifyInstance, server: Server & { realtime: Realtime }, view: CompanyAnswer): void {
  const { db, clock, realtime } = server
  const usage = async (scope: Scope, id: number) => {
    const company = await companyView(db, scope, id)
    const openSockets = realtime.openSocketsOf(company.id)
    return { data: await usageView(db, { companyId: company.id, openSockets }, clock.now()) }
  }

  mount(http, server, limits.readUsage, ({ caller, params }) => usage(caller.scope, params.id))

  mount(http, server, limits.changeLimits, async ({ caller, params, body }) => {
    await changeLimits(server, caller, params.id, { limits: body.limits, smsPrefixes: body.sms_prefixes })
    return usage(caller.scope, params.id)
  })

  mount(http, server, limits.decideApproval, async ({ caller, params, body }) => {
    await decideApproval(server, caller, params.id, { approval: body.approval, reason: body.reason || null })
    return view(caller.scope, params.id)
  })
}
