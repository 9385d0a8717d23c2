import type { Outgoing } from '@dispecerat/contract/telephony/telephone-admin'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { OutgoingUse } from '@dispecerat/domain/telephony/outgoing-calls'
import type { Db } from '../../platform/db/database.ts'
import { rulesOf, useOf } from './outgoing.store.ts'

/** The limits of a company's outgoing calls, and today's use. */
export async function outgoingView(db: Db, companyId: CompanyId, now: Date): Promise<Outgoing> {
  const [rules, use] = await Promise.all([rulesOf(db, companyId), useOf(db, { companyId }, now)])
  const { stoppedAt, stoppedByName, prefixes, limits } = rules
  return {
    company_id: companyId,
    stopped_at: stoppedAt && toWireTime(stoppedAt),
    stopped_by_name: stoppedByName,
    limits: amounts(limits),
    used: amounts(use),
    prefixes: [...prefixes],
  }
}

function amounts({ day_bani, dispatcher_day_bani, ...counts }: OutgoingUse): Outgoing['limits'] {
  return { ...counts, day_cost: ronFromBani(day_bani), dispatcher_day_cost: ronFromBani(dispatcher_day_bani) }
}
