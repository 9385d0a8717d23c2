import type { NewTariff, TariffChange } from '@dispecerat/contract/orders/tariffs'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { baniFromRon, ronFromBani } from '@dispecerat/domain/kernel/money'
import { chosenCompany, serviceIsKnown } from '../../identity/companies/companies.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { insertTariff, lockTariff, type NamedTariff, saveTariff, setTariffDeleted } from './tariffs.store.ts'

const recordTariffChange = audited({ entity: 'tariff', fields: fieldsOf })

interface TariffId {
  tariffId: number
}

/** Creates the tariff of a company's service. Throws `service.unknown`, and `tariff.service_taken` when it has one. */
export async function createTariff(server: Server, actor: Actor, input: NewTariff): Promise<TariffId> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.company_id)
    if (!(await serviceIsKnown(tx, companyId, input.service_id))) throw new DomainError('service.unknown')
    const tariff: NamedTariff = {
      name: input.name,
      startFeeBani: baniFromRon(input.start_fee),
      perKmBani: baniFromRon(input.per_km),
      perMinuteWaitBani: baniFromRon(input.per_minute_wait),
      nightPercent: input.night_percent,
      nightFrom: input.night_from,
      nightTo: input.night_to,
      minCostBani: baniFromRon(input.min_cost),
    }
    const by = { userId: actor.userId, now: server.clock.now() }
    const tariffId = await insertTariff(tx, { ...tariff, companyId, serviceId: input.service_id }, by)
    await recordTariffChange(tx, actor, { id: tariffId, companyId, action: 'created', after: tariff }, by.now)
    return { tariffId }
  })
}

/** Changes the fields sent; orders already placed keep their estimate. */
export async function editTariff(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: TariffChange; version: ReadVersion },
): Promise<TariffId> {
  return write(server, actor, async (tx) => {
    const tariff = await lockTariff(tx, actor.scope, id)
    if (!tariff || tariff.deletedAt !== null) throw new DomainError('tariff.unknown')
    requireFresh(version, tariff, 'tariff.changed_meanwhile')
    const bani = (ron: number | undefined, now: number) => (ron === undefined ? now : baniFromRon(ron))
    const edited: NamedTariff = {
      name: change.name ?? tariff.name,
      startFeeBani: bani(change.start_fee, tariff.startFeeBani),
      perKmBani: bani(change.per_km, tariff.perKmBani),
      perMinuteWaitBani: bani(change.per_minute_wait, tariff.perMinuteWaitBani),
      nightPercent: change.night_percent ?? tariff.nightPercent,
      nightFrom: change.night_from ?? tariff.nightFrom,
      nightTo: change.night_to ?? tariff.nightTo,
      minCostBani: bani(change.min_cost, tariff.minCostBani),
    }
    const now = server.clock.now()
    await saveTariff(tx, id, edited, now)
    await recordTariffChange(
      tx,
      actor,
      { id, companyId: tariff.companyId, action: 'changed', before: tariff, after: edited },
      now,
    )
    return { tariffId: id }
  })
}

/** Deletes a tariff (soft): its service has no price until another is set or this one is restored. */
export async function deleteTariff(server: Server, actor: Actor, id: number): Promise<TariffId> {
  return write(server, actor, async (tx) => {
    const tariff = await lockTariff(tx, actor.scope, id)
    if (!tariff || tariff.deletedAt !== null) throw new DomainError('tariff.unknown')
    const now = server.clock.now()
    await setTariffDeleted(tx, id, { at: now, by: actor.userId })
    await recordTariffChange(tx, actor, { id, companyId: tariff.companyId, action: 'deleted', before: tariff }, now)
    return { tariffId: id }
  })
}

/** Restores a tariff; `tariff.service_taken` when its service got another one meanwhile. */
export async function restoreTariff(server: Server, actor: Actor, id: number): Promise<TariffId> {
  return write(server, actor, async (tx) => {
    const tariff = await lockTariff(tx, actor.scope, id)
    if (!tariff || tariff.deletedAt === null) throw new DomainError('tariff.unknown')
    await setTariffDeleted(tx, id, null)
    const restored = { id, companyId: tariff.companyId, action: 'restored', after: tariff }
    await recordTariffChange(tx, actor, restored, server.clock.now())
    return { tariffId: id }
  })
}

/** Fields in wire names and RON, as stored in the audit log. */
function fieldsOf(tariff: NamedTariff) {
  return {
    name: tariff.name,
    start_fee: ronFromBani(tariff.startFeeBani),
    per_km: ronFromBani(tariff.perKmBani),
    per_minute_wait: ronFromBani(tariff.perMinuteWaitBani),
    night_percent: tariff.nightPercent,
    night_from: tariff.nightFrom,
    night_to: tariff.nightTo,
    min_cost: ronFromBani(tariff.minCostBani),
  }
}
