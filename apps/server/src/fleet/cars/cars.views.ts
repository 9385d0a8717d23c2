import type { Car, CarDriver, CarSort } from '@dispecerat/contract/fleet/cars'
import {
  CAR_DOCUMENTS,
  type CarCategory,
  DOCUMENTS_SOON_DAYS,
  type DocumentState,
  documentState,
  worstDocument,
} from '@dispecerat/domain/fleet/car'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface CarFilter {
  search?: string | undefined
  company_id?: CompanyId | undefined
  category?: CarCategory | undefined
  papers?: DocumentState | undefined
  is_active?: boolean | undefined
  without_driver?: boolean | undefined
  sort: CarSort
}

interface CarRow extends Omit<Car, 'created_at' | 'updated_at' | 'papers' | 'photo_url' | 'barred_by_papers'> {
  created_at: Date
  updated_at: Date
  photo_at: Date | null
  needs_papers: boolean
}

interface CarPage {
  data: Car[]
  meta: { total: number; total_is_capped: boolean; page: number; per_page: number }
}

export async function carPage(
  db: Db,
  scope: Scope,
  filter: CarFilter,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
): Promise<CarPage> {
  const today = bucharestDay(now)
  const where = whereOf(scope, filter, today)
  const [{ rows }, counted] = await Promise.all([
    sql<CarRow>`${carRows(where, filter.sort, today)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ n: number }>`select count(*) as n from cars where ${where}`.execute(db),
  ])
  const meta = { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage }
  return { data: rows.map((row) => carOf(row, today)), meta }
}

/** Throws car.unknown for a car of another company, or a deleted one. */
export async function carView(db: Db, scope: Scope, id: number, now: Date): Promise<Car> {
  const today = bucharestDay(now)
  const where = sql<boolean>`cars.id = ${id} and cars.deleted_at is null and ${ofCompanies(scope, 'cars.company_id')}`
  const { rows } = await sql<CarRow>`${carRows(where, 'indicativ', today)}`.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('car.unknown')
  return carOf(row, today)
}

/** Every row of the filter, to be streamed; `drivers` are one text. */
export function carExportRows(scope: Scope, filter: CarFilter, now: Date): RawBuilder<Record<string, unknown>> {
  const today = bucharestDay(now)
  return sql`
    select cars.indicativ, cars.number, cars.make, cars.model, cars.color, cars.year, cars.seats, cars.category,
      array_to_string(array(select jsonb_array_elements_text(cars.options)), ', ') as options,
      cars.taxi_licence_no, cars.taxi_licence_until, cars.itp_until, cars.rca_until,
      case when cars.is_active then 'da' else 'nu' end as is_active, cars.notes, companies.name as company_name,
      array_to_string(array(
        select users.name from driver_cars join users on users.id = driver_cars.driver_id and users.deleted_at is null
        where driver_cars.car_id = cars.id order by driver_cars.is_default desc, users.name
      ), ', ') as drivers
    from cars join companies on companies.id = cars.company_id
    where ${whereOf(scope, filter, today)} order by ${orderOf(filter.sort, today)}
  `
}

function carRows(where: RawBuilder<boolean>, sort: CarSort, today: string): RawBuilder<CarRow> {
  return sql<CarRow>`
    select cars.id, cars.company_id, companies.name as company_name, cars.indicativ, cars.number, cars.make, cars.model,
      cars.color, cars.year, cars.seats, cars.category, cars.options, cars.taxi_licence_no, cars.taxi_licence_until,
      cars.itp_until, cars.rca_until, cars.is_active, cars.notes, cars.created_at,
      coalesce(cars.updated_at, cars.created_at) as updated_at, cars.version, photo.updated_at as photo_at,
      coalesce(settings.require_valid_car_papers, false) as needs_papers,
      (select coalesce(jsonb_agg(jsonb_build_object('id', users.id, 'name', users.name, 'identifier', users.identifier,
          'is_default', link.is_default, 'drives_now', status.on_shift and status.current_car_id = cars.id)
          order by link.is_default desc, search_fold(users.name), users.id), '[]')
        from driver_cars as link
        join users on users.id = link.driver_id and users.deleted_at is null
        join driver_status as status on status.driver_id = link.driver_id
        where link.car_id = cars.id) as drivers
    from cars
    join companies on companies.id = cars.company_id
    left join company_settings as settings on settings.company_id = cars.company_id
    left join car_photos as photo on photo.car_id = cars.id
    where ${where} order by ${orderOf(sort, today)}
  `
}

function carOf({ photo_at, needs_papers, ...row }: CarRow, today: string): Car {
  const documents = worstDocument(CAR_DOCUMENTS.map((paper) => documentState(row[paper], today)))
  return {
    ...row,
    drivers: row.drivers.map((driver: CarDriver) => ({ ...driver, drives_now: driver.drives_now === true })),
    papers: documents,
    barred_by_papers:
      needs_papers && CAR_DOCUMENTS.some((paper) => ['expired', 'missing'].includes(documentState(row[paper], today))),
    // Browsers cache a photo by its URL, so a new one has another URL.
    photo_url: photo_at && `/api/cars/${row.id}/photo?at=${photo_at.getTime()}`,
    created_at: toWireTime(row.created_at),
    updated_at: toWireTime(row.updated_at),
  }
}

/** The state of `worstDocument`, in SQL for filters and sorting. */
function documentsState(today: string): RawBuilder<string> {
  return sql<string>`case
    when least(cars.taxi_licence_until, cars.itp_until, cars.rca_until) < ${today}::date then 'expired'
    when least(cars.taxi_licence_until, cars.itp_until, cars.rca_until) <= ${today}::date + ${DOCUMENTS_SOON_DAYS}::int then 'soon'
    when num_nulls(cars.taxi_licence_until, cars.itp_until, cars.rca_until) > 0 then 'missing'
    else 'valid' end`
}

function whereOf(scope: Scope, filter: CarFilter, today: string): RawBuilder<boolean> {
  const {
    search,
    company_id: companyId,
    category,
    papers: documents,
    is_active: isActive,
    without_driver: withoutDriver,
  } = filter
  const where = [
    sql`cars.deleted_at is null`,
    sql`${ofCompanies(scope, 'cars.company_id')}`,
    ...(companyId === undefined ? [] : [sql`cars.company_id = ${companyId}`]),
    ...(category === undefined ? [] : [sql`cars.category = ${category}`]),
    ...(documents === undefined ? [] : [sql`${documentsState(today)} = ${documents}`]),
    ...(isActive === undefined ? [] : [sql`cars.is_active = ${isActive}`]),
    ...(withoutDriver ? [sql`not exists (select from driver_cars where car_id = cars.id)`] : []),
    ...searchTerms(search ?? '').map(
      (word) => sql`(search_fold(concat_ws(' ', cars.indicativ, cars.number, cars.make, cars.model, cars.color))
          like search_fold(${`%${word}%`})
        or cars.number like ${`%${word.toUpperCase()}%`}
        or exists (select from driver_cars join users on users.id = driver_cars.driver_id
          where driver_cars.car_id = cars.id and search_fold(users.name) like search_fold(${`%${word}%`})))`,
    ),
  ]
  return sql<boolean>`${sql.join(where, sql` and `)}`
}

/** Escapes the typed text, so that it is not a pattern; a plate may be typed with spaces. */
function searchTerms(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\%_]/g, '\\$&'))
}

function orderOf(sort: CarSort, today: string): RawBuilder<unknown> {
  const isDown = sort.startsWith('-')
  const key = sort.replace('-', '')
  const way = isDown ? sql`desc nulls last` : sql`asc nulls last`
  const by: Record<string, RawBuilder<unknown>> = {
    // Call signs are mostly numbers: 9 before 10, and S1 after them.
    indicativ: sql`length(cars.indicativ) ${way}, cars.indicativ ${way}`,
    papers: sql`array_position(array['expired', 'soon', 'missing', 'valid'], ${documentsState(today)}) ${way}`,
    make: sql`search_fold(cars.make) ${way}, search_fold(cars.model) ${way}`,
    number: sql`cars.number ${way}`,
    category: sql`cars.category ${way}`,
    year: sql`cars.year ${way}`,
    created_at: sql`cars.created_at ${way}`,
  }
  return sql`${by[key] ?? sql`cars.indicativ`}, cars.id`
}
