import { type ImportKind, runImport } from '@dispecerat/contract/office/imports'
import type { TestServer } from '../../../testing/a-server.ts'
import { aCompany, aUser } from '../../../testing/builders.ts'

/** A company with an administrator who imports files. */
export async function anImportingOffice(server: TestServer) {
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const token = await server.logIn(boss.email)
  const bring = (
    kind: ImportKind,
    file: string | Buffer,
    how: { dry_run?: boolean; skip_existing?: boolean } = {},
    headers: Record<string, string> = {},
  ) =>
    server.request(
      runImport,
      { params: { kind }, body: { file: Buffer.from(file).toString('base64'), ...how }, headers },
      token,
    )
  const count = async (table: 'cars' | 'driver_status' | 'company_clients') => {
    const rows = await server.db.selectFrom(table).select('company_id').where('company_id', '=', companyId).execute()
    return rows.length
  }
  return { companyId, token, bring, count }
}

/** Runs the import for real; the default is a dry run. */
export const REAL = { dry_run: false }
let made = 0
/** Unused phone numbers. */
export function phones(n: number): string[] {
  return Array.from({ length: n }, () => {
    made += 1
    return `0744${String(made).padStart(6, '0')}`
  })
}
