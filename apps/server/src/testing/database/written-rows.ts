import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface WrittenRow {
  table: string
  is_insert: boolean
  row: Record<string, unknown>
}

/** Records from now on every row that a transaction has written and committed, whichever statement did it. */
export async function recordWrites(db: Db): Promise<void> {
  await sql`
    create unlogged table written_rows (id bigserial, table_name text, is_insert boolean, content jsonb);
    create function note_written_row() returns trigger language plpgsql as $$
    begin
      insert into written_rows (table_name, is_insert, content) values (tg_table_name, tg_op = 'INSERT', to_jsonb(coalesce(new, old)));
      return null;
    end $$;
    do $$
    declare name text;
    begin
      for name in select oid::regclass from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'written_rows'
      loop
        execute format('create trigger note_written_row after insert or update or delete on %s
          for each row execute function note_written_row()', name);
      end loop;
    end $$;
  `.execute(db)
}

/** Returns and clears the rows written since the last call, in order. */
export async function takeWrittenRows(db: Db): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    with taken as (delete from written_rows returning id, table_name, is_insert, content)
    select table_name as "table", is_insert, content as row from taken order by id
  `.execute(db)
  return rows.filter((row) => !isNumbering(row))
}

/** Events are numbered after their commit. */
function isNumbering({ table, is_insert }: WrittenRow): boolean {
  return table === 'event_batches' || (table === 'event_log' && !is_insert)
}

/** The people and the companies that a row references, by its columns. */
export function isOf(
  { table, row }: WrittenRow,
  { companyId, accountIds }: { companyId: CompanyId; accountIds: ReadonlySet<number> },
): boolean {
  return Object.entries(row).some(([column, value]) => {
    const ids: number[] = (Array.isArray(value) ? value : [value]).map(Number)
    if (/compan(y|ies)(_ids?)?$/.test(column)) return ids.includes(companyId)
    if (column === 'to_users') return ids.some((id) => accountIds.has(id))
    if (column === 'id') return table === 'users' && ids.some((id) => accountIds.has(id))
    return OF_ACCOUNTS.has(table) && /^(user|driver)_id$/.test(column) && ids.some((id) => accountIds.has(id))
  })
}

/** Tables that a person's employers write about the account. A company that has the person as a client writes other tables. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  'user_roles',
  'user_companies',
  'user_meta',
  'user_photos',
  'access_tokens',
  'password_resets',
  'two_factor',
  'devices',
  'user_bans',
  'protocol_companies',
  'consents',
  'sip_accounts',
  'driver_status',
  'driver_papers',
  'driver_cars',
  'driver_shifts',
  'report_tokens',
  'ledger_entries',
])
