import type { Import } from '@dispecerat/contract/office/imports'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const NEWEST = 5

/** The newest imports of a company, a running one included. */
export async function importsOf(db: Db, companyId: CompanyId): Promise<Import[]> {
  const { rows } = await sql<Omit<Import, 'started_at'> & { started_at: Date }>`
    select imports.id, kind, state, row_count as rows, prepared_count as prepared, started_at, users.name as started_by
    from imports left join users on users.id = started_by
    where imports.company_id = ${companyId} order by imports.id desc limit ${NEWEST}
  `.execute(db)
  return rows.map((row) => ({ ...row, started_at: toWireTime(row.started_at) }))
}
