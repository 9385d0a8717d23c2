import type { OutgoingRefusal } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import {
  alarmsOf,
  BANI_PER_MINUTE,
  type OutgoingAlarm,
  type OutgoingRules,
  type OutgoingUse,
  priceClassOf,
  whyNotDialled,
} from '@dispecerat/domain/telephony/outgoing-calls'
import { addressesOfAdministrators } from '../../identity/companies/companies.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEvents } from '../../platform/db/domain-events.ts'
import { queueMail } from '../../platform/outbox/outbox.public.ts'
import { insertAlarm, insertOutgoing, lockOutgoing, rulesOf, useOf } from './outgoing.store.ts'

export interface OutgoingCall {
  companyId: CompanyId
  /** The dispatcher who dials; null: an automatic call. */
  userId: UserId | null
  /** E.164. */
  phone: string
}

/**
 * The reason why this call may not be placed now; null: it may. Locks the company until the end of the transaction, so that two concurrent
 * calls do not both take the last one. Call it after the locks of orders and calls.
 */
export async function whyNotOut(
  tx: Tx,
  { companyId, userId, phone }: OutgoingCall,
  now: Date,
): Promise<OutgoingRefusal | null> {
  await lockOutgoing(tx, companyId)
  const rules = await rulesOf(tx, companyId)
  return whyNotDialled(rules, await useOf(tx, { companyId, userId, pendingBut: userId }, now), phone)
}

/** Checks the limits once more when the call begins, and counts it. */
export async function letOut(
  tx: Tx,
  domainEvents: DomainEvents,
  call: OutgoingCall & { sipCallerId: string },
  now: Date,
): Promise<OutgoingRefusal | null> {
  const refusal = await whyNotOut(tx, call, now)
  if (refusal) return refusal
  const { companyId, userId, sipCallerId, phone } = call
  const priceClass = priceClassOf(phone)
  const baniPerMinute = priceClass === null ? 0 : BANI_PER_MINUTE[priceClass]
  await insertOutgoing(tx, { companyId, userId, sipCallerId, baniPerMinute }, now)
  const rules = await rulesOf(tx, companyId)
  const use = await useOf(tx, { companyId, userId }, now)
  await raiseAlarms(tx, domainEvents, { companyId, userId, rules, use }, now)
  return null
}

/**
 * Raises an incident in the consoles of the company and the platform, and mails the administrators, once a day for each limit and
 * percentage.
 */
export async function raiseAlarms(
  tx: Tx,
  domainEvents: DomainEvents,
  of: { companyId: CompanyId; userId: UserId | null; rules: OutgoingRules; use: OutgoingUse },
  now: Date,
): Promise<void> {
  const { companyId, userId, rules, use } = of
  for (const alarm of alarmsOf(rules, use)) {
    if (!(await insertAlarm(tx, companyId, alarm, { userId, now }))) continue
    const text = textOf(alarm, use[alarm.limit], rules.limits[alarm.limit])
    await domainEvents.emit(tx, 'outgoing.alarm_raised', { companyId, text, now })
    await mailAlarm(tx, companyId, { alarm, text }, now)
  }
}

/** The mail reaches whoever pays for the calls even when no console is open, e.g. during fraud at night. */
async function mailAlarm(
  tx: Tx,
  companyId: CompanyId,
  { alarm, text }: { alarm: OutgoingAlarm; text: string },
  now: Date,
): Promise<void> {
  const subject = alarm.percent === 100 ? 'Apelurile în afară s-au oprit' : 'Apelurile în afară se apropie de limită'
  const advice = 'Dacă nu recunoașteți apelurile, intrați la Setări → Telefonie și apăsați Oprește toate apelurile.'
  for (const to of await addressesOfAdministrators(tx, companyId)) {
    await queueMail(tx, { companyId, to, subject, text: `${text}\n\n${advice}` }, now)
  }
}

const WHAT = {
  open_calls: 'apelurile simultane',
  day_calls: 'apelurile de azi',
  day_minutes: 'minutele de azi',
  day_bani: 'suma de azi (RON)',
  dispatcher_open_calls: 'apelurile simultane ale unui dispecer',
  dispatcher_day_calls: 'apelurile de azi ale unui dispecer',
  dispatcher_day_minutes: 'minutele de azi ale unui dispecer',
  dispatcher_day_bani: 'suma de azi a unui dispecer (RON)',
} as const

function textOf({ limit, percent }: OutgoingAlarm, used: number, max: number): string {
  const shown = (amount: number) =>
    limit.endsWith('day_bani') ? (amount / 100).toFixed(2).replace('.', ',') : String(amount)
  const what = `Apeluri în afară: ${WHAT[limit]} au ajuns la ${percent} % din limită (${shown(used)} din ${shown(max)}).`
  return percent === 100 ? `${what} Nu mai pleacă alte apeluri.` : what
}
