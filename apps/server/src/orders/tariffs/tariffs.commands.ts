import type { NewTariff, TariffChange } from '@dispecerat/contract/orders/tariffs'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { baniFromRon, ronFromBani } from '@dispecerat/domain/kernel/money'
import { chosenCompany, serviceIsKnown } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { VersionedRecord } from '../../platform/records/versioned-record.ts'
import { insertTariff, lockTariff, type NamedTariff, saveTariff, setTariffDeleted } from './tariffs.store.ts'

const tariffs = new VersionedRecord({
  entity: 'tariff',
  unknown: 'tariff.unknown',
  conflict: 'tariff.changed_meanwhile',
  lock: lockTariff,
  save: saveTariff,
  setDeleted: setTariffDeleted,
  auditFields: wireFields,
})

/** Creates the tariff of a company's service. Throws `service.unknown`, and `tariff.service_taken` when it has one. */
export function createTariff(server: Server, actor: Actor, input: NewTariff) {
  return tariffs.create(server, actor, async (tx, now) => {
    const companyId = await chosenCompany(tx, actor.scope, input.company_id)
    const { service_id: serviceId } = input
    if (!(await serviceIsKnown(tx, companyId, serviceId))) throw new DomainError('service.unknown')
    const fields: NamedTariff = {
      name: input.name,
      startFeeBani: baniFromRon(input.start_fee),
      perKmBani: baniFromRon(input.per_km),
      perMinuteWaitBani: baniFromRon(input.per_minute_wait),
      nightPercent: input.night_percent,
      nightFrom: input.night_from,
      nightTo: input.night_to,
      minCostBani: baniFromRon(input.min_cost),
    }
    const id = await insertTariff(tx, { ...fields, companyId, serviceId }, { userId: actor.userId, now })
    return { id, companyId, fields }
  })
}

/** Changes the fields sent; orders already placed keep their estimate. */
export function editTariff(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: TariffChange; version: ReadVersion },
) {
  const bani = (ron: number | undefined, now: number) => (ron === undefined ? now : baniFromRon(ron))
  return tariffs.edit(server, actor, id, {
    version,
    to: (_tx, tariff) => ({
      name: change.name ?? tariff.name,
      startFeeBani: bani(change.start_fee, tariff.startFeeBani),
      perKmBani: bani(change.per_km, tariff.perKmBani),
      perMinuteWaitBani: bani(change.per_minute_wait, tariff.perMinuteWaitBani),
      nightPercent: change.night_percent ?? tariff.nightPercent,
      nightFrom: change.night_from ?? tariff.nightFrom,
      nightTo: change.night_to ?? tariff.nightTo,
      minCostBani: bani(change.min_cost, tariff.minCostBani),
    }),
  })
}

/** Deletes a tariff (soft): its service has no price until another is set or this one is restored. */
export function deleteTariff(server: Server, actor: Actor, id: number) {
  return tariffs.delete(server, actor, id)
}

/** Restores a tariff; `tariff.service_taken` when its service got another one meanwhile. */
export function restoreTariff(server: Server, actor: Actor, id: number) {
  return tariffs.restore(server, actor, id)
}

/** Fields in wire names and RON, as stored in the audit log. */
function wireFields(tariff: NamedTariff) {
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
