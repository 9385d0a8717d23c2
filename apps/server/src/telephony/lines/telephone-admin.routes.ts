import * as contract from '@dispecerat/contract/telephony/telephone-admin'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { canTakeCalls, type TelephonyContext } from '../exchange/telephony-context.ts'
import { renewSipPassword } from '../sip-accounts/renew-sip-password.ts'
import { accountsOfUser, attendantsOf, extensionsOf } from '../sip-accounts/sip-accounts.store.ts'
import { addLine, deleteLine, grantLine, nameLine } from './lines.commands.ts'
import { findLine, type LineRow, lastRang, linesOf, requestedLines } from './phone-lines.store.ts'

export interface TelephoneParts {
  telephonyContext: TelephonyContext
  testNumbers: readonly string[]
  sipDomain: string
}

/** Routes for a company's numbers and its dispatchers' telephones. */
export function telephoneAdminRoutes(http: FastifyInstance, server: Server, parts: TelephoneParts): void {
  const { db } = server
  const { telephonyContext, testNumbers, sipDomain } = parts
  const lineOf = async (scope: Scope, id: number) => {
    const line = await findLine(db, scope, id)
    if (!line) throw new DomainError('phone_line.unknown')
    return { data: lineView(line) }
  }

  mount(http, server, contract.readTelephone, async ({ actor, query }) => {
    const companyId = await chosenCompany(db, actor.scope, query.company_id)
    await telephonyContext.telephony?.lookAround?.()
    const [lines, rangAt] = await Promise.all([linesOf(db, companyId), lastRang(db, companyId)])
    return {
      data: {
        company_id: companyId,
        has_exchange: telephonyContext.telephony !== null,
        is_well: telephonyContext.telephony?.isWell?.() ?? true,
        test_number: testNumbers[0] ?? null,
        last_rang_at: rangAt && toWireTime(rangAt),
        lines: lines.map(lineView),
        accounts: await accountViews(server, telephonyContext, companyId),
      },
    }
  })

  mount(http, server, contract.createPhoneLine, async ({ actor, body: { company_id: companyId, number, name } }) => {
    const { id } = await addLine(server, actor, { companyId, number, name })
    return lineOf(actor.scope, id)
  })

  mount(http, server, contract.renamePhoneLine, async ({ actor, params, body }) => {
    const { id } = await nameLine(server, actor, params.id, body.name)
    return lineOf(actor.scope, id)
  })

  mount(http, server, contract.listRequestedLines, async () => {
    const lines = await requestedLines(db)
    return { data: lines.map(({ companyName, ...line }) => ({ ...lineView(line), company_name: companyName })) }
  })

  mount(http, server, contract.grantPhoneLine, async ({ actor, params }) => {
    const { id } = await grantLine(server, actor, params.id)
    return lineOf(actor.scope, id)
  })

  mount(http, server, contract.deletePhoneLine, async ({ actor, params }) => {
    await deleteLine(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.renewSipPassword, async ({ actor, params }) => {
    const { userId } = await renewSipPassword(server, actor, params.id)
    const account = (await accountsOfUser(db, server.seal, userId)).find(({ kind }) => kind === 'dispatcher')
    if (!account) throw new DomainError('user.unknown')
    const sip_url = `sip:${account.extension}@${sipDomain}`
    return { data: { user_id: userId, sip_url, password: account.password } }
  })
}

async function accountViews({ db, clock }: Server, telephonyContext: TelephonyContext, companyId: CompanyId) {
  const attendants = await attendantsOf(db, [companyId], clock.now())
  const extensions = await extensionsOf(
    db,
    attendants.map(({ userId }) => userId),
  )
  return attendants.map((one) => ({
    user_id: one.userId,
    name: one.name,
    extension: extensions.get(one.userId) ?? null,
    is_registered: canTakeCalls(telephonyContext, one),
    is_talking: one.isTalking,
  }))
}

function lineView({ id, companyId, number, name, verifiedAt }: LineRow) {
  return { id, company_id: companyId, number, name, verified_at: verifiedAt && toWireTime(verifiedAt) }
}
