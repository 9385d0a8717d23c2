import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The demo's taxi company; null on an installation without a demo. */
export async function demoCompanyId(tx: Tx): Promise<CompanyId | null> {
  const company = await tx
    .selectFrom('companies')
    .select('id')
    .where('is_demo', '=', true)
    .where('type', '=', 'taxi')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return company?.id ?? null
}

/** Drivers flota1@demo.ro … flota<count>@demo.ro with a car each; existing ones are left. Returns how many are new. */
export async function insertFleetAccounts(
  tx: Tx,
  { companyId, count, passwordHash, now }: { companyId: CompanyId; count: number; passwordHash: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number; n: number }>`
    insert into users (name, email, password_hash, identifier, is_simulated, created_at)
    select 'Șofer simulat ' || n, 'flota' || n || '@demo.ro', ${passwordHash}, 'F' || n, true, ${now}
    from generate_series(1, ${count}::int) n
    on conflict (email) do nothing
    returning id, substring(identifier from 2)::int as n
  `.execute(tx)
  const made = JSON.stringify(rows)
  const each = sql`jsonb_to_recordset(${made}::jsonb) as made(id bigint, n integer)`
  await sql`insert into user_roles (user_id, role) select id, 'driver' from ${each}`.execute(tx)
  await sql`insert into user_companies (user_id, company_id) select id, ${companyId} from ${each}`.execute(tx)
  await sql`
    insert into cars (company_id, indicativ, number, make, model, color, options, created_at)
    select ${companyId}, 'F' || n, 'BV F ' || n, 'Dacia', 'Logan', 'galben', '["luggage", "air_condition"]', ${now}
    from ${each}
  `.execute(tx)
  await sql`
    insert into driver_cars (driver_id, car_id, is_default)
    select made.id, cars.id, true from ${each}
    join cars on cars.company_id = ${companyId} and cars.indicativ = 'F' || made.n and cars.deleted_at is null
  `.execute(tx)
  await sql`
    insert into driver_status (driver_id, company_id, service_ids, updated_at)
    select id, ${companyId}, '{1}', ${now} from ${each}
  `.execute(tx)
  return rows.length
}
