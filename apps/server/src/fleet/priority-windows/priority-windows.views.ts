import type { PriorityWindow } from '@dispecerat/contract/fleet/priority-windows'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

/** Shown for a driver without a default car. */
const NO_CAR = 'XXX'

interface Page {
  page: number
  perPage: number
}

/** The windows of the scope, the latest first. */
export async function priorityWindowPage(
  db: Db,
  scope: Scope,
  { page, perPage }: Page,
): Promise<{ data: PriorityWindow[]; total: number }> {
  const companies = scope.companies === 'every' ? null : scope.companies
  const mine = sql`windows.deleted_at is null
    and (${companies}::bigint[] is null or windows.company_id = any(${companies}::bigint[]))`
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from users_intervals as windows where ${mine}
  `.execute(db)
  const slice = sql`limit ${perPage} offset ${(page - 1) * perPage}`
  return { data: await windowsWhere(db, mine, slice), total: counted.rows[0]?.total ?? 0 }
}

/** One window that was just written. */
export async function priorityWindowView(db: Db, id: number): Promise<PriorityWindow> {
  const [view] = await windowsWhere(db, sql`windows.id = ${id}`, sql`limit 1`)
  if (!view) throw new DomainError('priority.unknown')
  return view
}

interface Row extends Omit<PriorityWindow, 'from' | 'to'> {
  from: Date
  to: Date
}

async function windowsWhere(db: Db, where: RawBuilder<unknown>, slice: RawBuilder<unknown>): Promise<PriorityWindow[]> {
  const { rows } = await sql<Row>`
    select windows.id, windows.time_from as "from", windows.time_to as "to",
      (select coalesce(jsonb_agg(jsonb_build_object('id', included.user_id, 'indicativ', coalesce(cars.indicativ, ${NO_CAR}))
          order by cars.indicativ is null, length(cars.indicativ), cars.indicativ, included.user_id), '[]')
        from users_interval_users as included
        left join driver_cars as own on own.driver_id = included.user_id and own.is_default
        left join cars on cars.id = own.car_id and cars.deleted_at is null
        where included.interval_id = windows.id) as users
    from users_intervals as windows where ${where}
    order by windows.time_from desc, windows.id desc ${slice}
  `.execute(db)
  return rows.map((row) => ({ ...row, from: toWireTime(row.from), to: toWireTime(row.to) }))
}
