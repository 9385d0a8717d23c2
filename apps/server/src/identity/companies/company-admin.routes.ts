import type { Company } from '@dispecerat/contract/identity/companies'
import * as contract from '@dispecerat/contract/identity/companies'
import * as cuis from '@dispecerat/contract/identity/company-cuis'
import * as limits from '@dispecerat/contract/identity/company-limits'
import * as steps from '@dispecerat/contract/identity/first-steps'
import * as searchTerms from '@dispecerat/contract/identity/permissions'
import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Scope } from '../../platform/db/actor.ts'
import {
  mapRows,
  sendTable,
  streamRows,
  type TableColumn,
  type TableRow,
} from '../../platform/exports/exports.public.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { usageView } from '../../platform/limits/limits.public.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { changeRolePermissions, rolePermissionsView } from '../permissions/change-role-permissions.ts'
import { approveCui, withdrawCui } from './approve-cui.ts'
import {
  changeCompanyStatus,
  changeLimits,
  changeLogo,
  decideApproval,
  editCompany,
  removeLogo,
} from './change-company.ts'
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

const COMPANY_COLUMNS: readonly TableColumn[] = [
  { key: 'id', label: 'Nr', kind: 'number' },
  { key: 'name', label: 'Nume' },
  { key: 'cui', label: 'CUI' },
  { key: 'package_id', label: 'Pachet', kind: 'number' },
  { key: 'status', label: 'Stare' },
  { key: 'trial_until', label: 'Probă până la', kind: 'date' },
  { key: 'drivers_count', label: 'Șoferi', kind: 'number' },
  { key: 'operators_count', label: 'Operatori', kind: 'number' },
  { key: 'phone', label: 'Telefon' },
  { key: 'address', label: 'Adresa' },
  { key: 'created_at', label: 'Adăugată', kind: 'time' },
]

const STATUSES: Record<CompanyStatus, string> = { trial: 'Probă', active: 'Activă', suspended: 'Suspendată' }

/** Stops scripts in a picture that is opened by itself, although it was cleaned. */
const NOTHING_ACTS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

/** Routes for the administrators of a company. */
export function companyAdminRoutes(http: FastifyInstance, server: Server, realtime: Realtime): void {
  const { db, clock } = server
  const view = async (scope: Scope, id: number) => ({ data: await companyView(db, scope, id) })

  mount(http, server, contract.listCompanies, ({ actor, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return companyPage(db, actor.scope, filter as CompanyFilter, { page, perPage })
  })

  mount(http, server, contract.exportCompanies, ({ actor, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, companyExport(actor.scope, filter as CompanyFilter))
    const rows = mapRows(found, (row) => companyRow(companyFromRow(row)))
    return sendTable(reply, { format, fileName: 'companii', columns: COMPANY_COLUMNS, rows })
  })

  mount(http, server, contract.readCompany, ({ actor, params }) => view(actor.scope, params.id))

  mount(http, server, contract.editCompany, async ({ actor, params, body, version }) => {
    await editCompany(server, actor, params.id, { change: body, version })
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.changeCompanyStatus, async ({ actor, params, body }) => {
    const input = { status: body.status, trialUntil: body.trial_until }
    await changeCompanyStatus(server, actor, params.id, input)
    return view(actor.scope, params.id)
  })

  cuiRoutes(http, server)
  limitRoutes(http, { ...server, realtime }, view)

  logoRoutes(http, server, view)

  mount(http, server, contract.listConsents, async ({ actor, params }) => {
    await companyView(db, actor.scope, params.id)
    return { data: await consentViews(db, params.id) }
  })

  mount(http, server, steps.readFirstSteps, async ({ actor, params }) => ({
    data: await firstStepsView(db, actor.scope, params.id),
  }))

  mount(http, server, steps.skipFirstStep, async ({ actor, params, body }) => {
    await skipFirstStep(server, actor, { companyId: params.id, step: params.step, isSkipped: body.is_skipped })
    return { data: await firstStepsView(db, actor.scope, params.id) }
  })

  mount(http, server, searchTerms.readRolePermissions, async ({ actor, params }) => ({
    data: await rolePermissionsView(db, actor, params.id),
  }))

  mount(http, server, searchTerms.changeRolePermissions, async ({ actor, params, body, version }) => {
    await changeRolePermissions(server, actor, params.id, { ...body, version })
    return { data: await rolePermissionsView(db, actor, params.id) }
  })

  mount(http, server, contract.listStandings, async ({ actor }) => {
    const today = bucharestDay(clock.now())
    return { data: await standingViews(db, actor.scope, today), today }
  })
}

type CompanyAnswer = (scope: Scope, id: number) => Promise<{ data: Company }>

function logoRoutes(http: FastifyInstance, server: Server, view: CompanyAnswer): void {
  mount(http, server, contract.readCompanyLogo, async ({ actor, params }) => {
    const { contentType, bytes } = await logoOf(server.db, actor.scope, params.id)
    return new FileAnswer(contentType, bytes, NOTHING_ACTS)
  })

  mount(http, server, contract.saveCompanyLogo, async ({ actor, params, body }) => {
    await changeLogo(server, actor, params.id, body.logo)
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.deleteCompanyLogo, async ({ actor, params }) => {
    await removeLogo(server, actor, params.id)
    return view(actor.scope, params.id)
  })
}

function cuiRoutes(http: FastifyInstance, server: Server): void {
  const view = async (scope: Scope, id: CompanyId) => ({ data: await companyCuiView(server.db, scope, id) })
  mount(http, server, cuis.readCompanyCui, ({ actor, params }) => view(actor.scope, params.id))
  mount(http, server, cuis.approveCompanyCui, async ({ actor, params, body }) => {
    await approveCui(server, actor, params.id, body.cui)
    return view(actor.scope, params.id)
  })
  mount(http, server, cuis.withdrawCompanyCui, async ({ actor, params }) => {
    await withdrawCui(server, actor, params.id)
    return view(actor.scope, params.id)
  })
}

/** Routes for a company's limits and its approval. */
function limitRoutes(http: FastifyInstance, server: Server & { realtime: Realtime }, view: CompanyAnswer): void {
  const { db, clock, realtime } = server
  const usage = async (scope: Scope, id: CompanyId) => {
    await companyView(db, scope, id)
    const openSockets = realtime.openSocketsOf(id)
    return { data: await usageView(db, { companyId: id, openSockets }, clock.now()) }
  }

  mount(http, server, limits.readUsage, ({ actor, params }) => usage(actor.scope, params.id))

  mount(http, server, limits.changeLimits, async ({ actor, params, body }) => {
    await changeLimits(server, actor, params.id, { limits: body.limits, smsPrefixes: body.sms_prefixes })
    return usage(actor.scope, params.id)
  })

  mount(http, server, limits.decideApproval, async ({ actor, params, body }) => {
    await decideApproval(server, actor, params.id, { approval: body.approval, reason: body.reason || null })
    return view(actor.scope, params.id)
  })
}

function companyRow(company: Company): TableRow {
  return { ...company, status: STATUSES[company.status] }
}
