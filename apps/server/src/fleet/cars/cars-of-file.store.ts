import type { NewCar } from '@dispecerat/contract/fleet/cars'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { recordCreations } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { carsChanged } from './emit-cars-changed.ts'

/** A car of an imported file's row. */
export type CarOfFile = Omit<NewCar, 'company_id' | 'is_active'>

export interface KnownCars {
  /** Plate → whether the car belongs to the company. */
  plates: Map<string, { isHere: boolean }>
  /** Lower case; active cars of the company. */
  signs: Set<string>
  /** Name or key of an option, lower case → its key. */
  options: Map<string, string>
}

/** Finds taken plates and call signs; three queries for any number of rows. */
export async function knownCars(
  db: Db | Tx,
  companyId: CompanyId,
  cars: readonly Partial<Pick<CarOfFile, 'number' | 'indicativ'>>[],
): Promise<KnownCars> {
  const plates = await sql<{ number: string; isHere: boolean }>`
    select number, company_id = ${companyId} as "isHere" from cars
    where deleted_at is null and number = any(${cars.flatMap(({ number }) => number ?? [])}::text[])
  `.execute(db)
  const signs = await sql<{ sign: string }>`
    select lower(indicativ) as sign from cars
    where company_id = ${companyId} and is_active and deleted_at is null
      and lower(indicativ) = any(${cars.flatMap(({ indicativ }) => indicativ?.toLowerCase() ?? [])}::text[])
  `.execute(db)
  const options = await db.selectFrom('order_options').select(['key', 'name']).execute()
  return {
    plates: new Map(plates.rows.map(({ number, isHere }) => [number, { isHere }])),
    signs: new Set(signs.rows.map(({ sign }) => sign)),
    options: new Map(
      options.flatMap(({ key, name }) => [
        [key.toLowerCase(), key],
        [name.toLowerCase(), key],
      ]),
    ),
  }
}

/** Adds them all with one statement. */
export async function addCars(
  tx: Tx,
  actor: Actor,
  { companyId, cars }: { companyId: CompanyId; cars: readonly CarOfFile[] },
  now: Date,
): Promise<number> {
  if (cars.length === 0) return 0
  const { rows } = await sql<{ id: number; number: string }>`
    insert into cars (company_id, indicativ, number, make, model, color, year, seats, category, options, taxi_licence_no,
      taxi_licence_until, itp_until, rca_until, notes, created_at, updated_at)
    select ${companyId}, indicativ, number, make, model, color, year, seats, category, options, taxi_licence_no,
      taxi_licence_until, itp_until, rca_until, notes, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(cars)}::jsonb) as given(indicativ text, number text, make text, model text,
      color text, year smallint, seats smallint, category text, options jsonb, taxi_licence_no text,
      taxi_licence_until date, itp_until date, rca_until date, notes text)
    returning id, number
  `.execute(tx)
  const carOf = new Map(cars.map((car) => [car.number, car]))
  const made = rows.map(({ id, number }) => ({ entityId: id, after: { ...carOf.get(number) } }))
  await recordCreations(tx, actor, { entity: 'car', companyId, rows: made }, now)
  await record(tx, [carsChanged(companyId)], now)
  return made.length
}
