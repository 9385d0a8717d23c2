import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Saves a driver's status row: created with the driver, and moved when the driver changes to another company and its cars. */
export async function saveDriverOf(tx: Tx, driverId: DriverId, companyId: CompanyId, now: Date): Promise<void> {
  await sql`
    insert into driver_status (driver_id, company_id, service_ids, updated_at)
    values (${driverId}, ${companyId},
      case when (select package_id from companies where id = ${companyId}) > 1 then '{2,3}'::smallint[] else '{1}' end, ${now})
    on conflict (driver_id) do update set company_id = excluded.company_id, updated_at = excluded.updated_at,
      current_car_id = null
  `.execute(tx)
  await sql`
    delete from driver_cars using cars
    where driver_cars.driver_id = ${driverId} and cars.id = driver_cars.car_id and cars.company_id <> ${companyId}
  `.execute(tx)
}

export interface DocumentFields {
  licenceNo?: string | null
  licenceUntil?: string | null
  attestationUntil?: string | null
}

export async function saveDocuments(tx: Tx, driverId: DriverId, documents: DocumentFields): Promise<void> {
  const row = {
    ...(documents.licenceNo === undefined ? {} : { licence_no: documents.licenceNo }),
    ...(documents.licenceUntil === undefined ? {} : { licence_until: documents.licenceUntil }),
    ...(documents.attestationUntil === undefined ? {} : { attestation_until: documents.attestationUntil }),
  }
  if (Object.keys(row).length === 0) return
  await tx
    .insertInto('driver_papers')
    .values({ driver_id: driverId, licence_no: null, licence_until: null, attestation_until: null, ...row })
    .onConflict((conflict) => conflict.column('driver_id').doUpdateSet(row))
    .execute()
}

/** Opens the contract that an ordering account needs; an existing one is not changed. */
export async function openContract(tx: Tx, userId: UserId, companyId: CompanyId): Promise<void> {
  await tx
    .insertInto('protocol_companies')
    .values({ user_id: userId, company_id: companyId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** The data that a company stores about a new client. */
export interface NewClient {
  name: string
  about: string | null
  email: string | null
  identifier: string | null
}

/** The companies that did not have the client before; false when all of them did. */
export async function makeClientOf(
  tx: Tx,
  clientId: UserId,
  { companyIds, client, now }: { companyIds: readonly CompanyId[]; client: NewClient; now: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto('company_clients')
    .values(companyIds.map((company_id) => ({ company_id, user_id: clientId, ...client, created_at: now })))
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .returning('company_id')
    .execute()
  return made.length > 0
}

/** The code that the company gave its client; null: no code, or no client. */
export async function codeOfClient(tx: Tx, clientId: UserId, companyId: CompanyId): Promise<string | null> {
  const row = await tx
    .selectFrom('company_clients')
    .select('identifier')
    .where('user_id', '=', clientId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.identifier ?? null
}
