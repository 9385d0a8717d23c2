import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Tariff } from '@dispecerat/domain/orders/tariff'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface NamedTariff extends Tariff {
  name: string
}

export interface NewTariffRow extends NamedTariff {
  companyId: CompanyId
  serviceId: number
}

/** Tariff of a company's service: its own, otherwise that of its base service; null = none. */
export async function tariffOf(db: Db | Tx, companyId: CompanyId, serviceId: number): Promise<NamedTariff | null> {
  const { rows } = await sql<NamedTariff>`
    select name, start_fee_bani as "startFeeBani", per_km_bani as "perKmBani",
      per_minute_wait_bani as "perMinuteWaitBani", night_percent as "nightPercent", night_from as "nightFrom",
      night_to as "nightTo", min_cost_bani as "minCostBani"
    from tariffs where company_id = ${companyId} and deleted_at is null and (service_id = ${serviceId}
      or id = (select base_tariff_id from services where id = ${serviceId} and company_id = ${companyId}))
    order by service_id = ${serviceId} desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

export async function insertTariff(
  tx: Tx,
  tariff: NewTariffRow,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { companyId, serviceId } = tariff
  const { id } = await oneAService(
    tx
      .insertInto('tariffs')
      .values({
        ...columns(tariff),
        company_id: companyId,
        service_id: serviceId,
        created_by: by.userId,
        created_at: by.now,
        updated_at: by.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export interface LockedTariff extends NamedTariff {
  companyId: CompanyId
  version: number
  deletedAt: Date | null
}

/** Locks a tariff of the scope (FOR UPDATE), deleted ones included; null when there is none. */
export async function lockTariff(tx: Tx, scope: Scope, id: number): Promise<LockedTariff | null> {
  const { rows } = await sql<LockedTariff>`
    select company_id as "companyId", version, name, start_fee_bani as "startFeeBani", per_km_bani as "perKmBani",
      per_minute_wait_bani as "perMinuteWaitBani", night_percent as "nightPercent", night_from as "nightFrom",
      night_to as "nightTo", min_cost_bani as "minCostBani", deleted_at as "deletedAt"
    from tariffs where id = ${id} and ${ofCompanies(scope)} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function saveTariff(tx: Tx, id: number, tariff: NamedTariff, now: Date): Promise<void> {
  await tx
    .updateTable('tariffs')
    .set((eb) => ({ ...columns(tariff), updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Soft-deletes it, or restores it when `deletedAt` is null. */
export async function setTariffDeleted(
  tx: Tx,
  id: number,
  deletedAt: Date | null,
  by: { userId: UserId | null },
): Promise<void> {
  const columns = { deleted_at: deletedAt, deleted_by: deletedAt && by.userId }
  await oneAService(tx.updateTable('tariffs').set(columns).where('id', '=', id).execute())
}

function columns(tariff: NamedTariff) {
  return {
    name: tariff.name,
    start_fee_bani: tariff.startFeeBani,
    per_km_bani: tariff.perKmBani,
    per_minute_wait_bani: tariff.perMinuteWaitBani,
    night_percent: tariff.nightPercent,
    night_from: tariff.nightFrom,
    night_to: tariff.nightTo,
    min_cost_bani: tariff.minCostBani,
  }
}

/** Translates a violation of the unique index on a service's tariff into an error code. */
async function oneAService<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    const isTaken = (error as { constraint?: string } | null)?.constraint === 'tariffs_one_a_service'
    throw isTaken ? new DomainError('tariff.service_taken') : error
  }
}
