import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Paper, WarningStage } from '@dispecerat/domain/office/document-warning'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** An expiring document, with the data for its warning. */
export interface WarnedDocument {
  paper: Paper
  until: string
  stage: WarningStage
  /** Set for a car's document. */
  indicativ: string | null
  number: string | null
  /** Set for a driver's document. */
  driver: string | null
  /** The drivers who use it. */
  driverIds: DriverId[]
}

/** A server that was down for longer than this after a document expired sends no warning any more. */
const LATE_DAYS = 7

/** Documents of active cars and drivers that expire within thirty days, each with its current stage and without a warning in it. */
function unwarned(today: string) {
  return sql`(
    with papers as (
      select cars.company_id, cars.id as car_id, null::bigint as driver_id, given.paper, given.until
      from cars
      cross join lateral (values ('taxi_licence', taxi_licence_until), ('itp', itp_until), ('rca', rca_until))
        as given (paper, until)
      where cars.is_active and cars.deleted_at is null
      union all
      select status.company_id, null, status.driver_id, given.paper, given.until
      from driver_papers
      join driver_status as status on status.driver_id = driver_papers.driver_id
      join users on users.id = status.driver_id and users.is_active and users.deleted_at is null
      cross join lateral (values ('licence', licence_until), ('attestation', attestation_until)) as given (paper, until)
    ), ending as (
      select *, case when until <= ${today}::date then 0 when until <= ${today}::date + 7 then 7 else 30 end as stage
      from papers where until between ${today}::date - ${LATE_DAYS}::int and ${today}::date + 30
    )
    select * from ending
    where not exists (select from paper_warnings as told
      where told.paper = ending.paper and told.until = ending.until and told.stage = ending.stage
        and (told.car_id = ending.car_id or told.driver_id = ending.driver_id))
  )`
}

/** Companies with warnings to send. */
export async function companiesToWarn(db: Db, today: string): Promise<CompanyId[]> {
  const { rows } = await sql<{ id: CompanyId }>`
    select distinct company_id as id from ${unwarned(today)} as due order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores the warnings of a company as sent; those that another server has stored meanwhile are left out. */
export async function claimWarnings(
  tx: Tx,
  companyId: CompanyId,
  { today, now }: { today: string; now: Date },
): Promise<WarnedDocument[]> {
  const { rows } = await sql<WarnedDocument>`
    with claimed as (
      insert into paper_warnings (company_id, car_id, driver_id, paper, until, stage, warned_at)
      select company_id, car_id, driver_id, paper, until, stage, ${now}::timestamptz
      from ${unwarned(today)} as due where company_id = ${companyId}
      on conflict do nothing
      returning car_id, driver_id, paper, until, stage
    )
    select claimed.paper, claimed.until, claimed.stage, cars.indicativ, cars.number,
      coalesce(driver.name, driver.identifier, driver.id::text) as driver,
      case when claimed.driver_id is not null then array[claimed.driver_id]
        else array(select link.driver_id from driver_cars as link
          join users on users.id = link.driver_id and users.is_active and users.deleted_at is null
          where link.car_id = claimed.car_id order by link.driver_id) end as "driverIds"
    from claimed
    left join cars on cars.id = claimed.car_id
    left join users as driver on driver.id = claimed.driver_id
    order by claimed.until, cars.indicativ, driver.name, claimed.paper
  `.execute(tx)
  return rows
}

export async function nameOfDriver(tx: Tx, driverId: DriverId): Promise<string> {
  const row = await tx.selectFrom('users').select('name').where('id', '=', driverId).executeTakeFirst()
  return row?.name ?? ''
}
