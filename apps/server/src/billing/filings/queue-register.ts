import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { findCompany, verifiedCui } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { queueFiling } from './queue-filing.ts'
import { registerRows } from './register.views.ts'
import { registerCsv, registerXml } from './register-file.ts'

export interface WantedRegister {
  companyId: CompanyId
  /** 'YYYY-MM-DD' in Romanian time; a day that is over. */
  day: string
  format: 'csv' | 'xml'
}

/** Builds the register of a day and queues it for the town hall, once. Throws `company.unknown`. */
export async function queueRegister(
  tx: Tx,
  actor: Actor,
  { companyId, day, format }: WantedRegister,
  now: Date,
): Promise<{ filingId: number; isNew: boolean }> {
  const { cif, content } = await writtenRegister(tx, { companyId, day, format })
  const filing = { kind: 'townhall' as const, companyId, invoiceId: null, day, cif, format, content }
  return queueFiling(tx, actor, { ...filing, fileName: `registru_${companyId}_${day}.${format}` }, now)
}

/** The register of a day with the current data. Throws `company.unknown`. */
export async function writtenRegister(
  tx: Tx,
  { companyId, day, format }: WantedRegister,
): Promise<{ cif: string | null; content: string }> {
  const company = await findCompany(tx, companyId)
  if (!company) throw new DomainError('company.unknown')
  const cif = await verifiedCui(tx, companyId)
  const register = { company: { name: company.name, cif }, day, rows: await registerRows(tx, companyId, day) }
  return { cif, content: format === 'csv' ? registerCsv(register) : registerXml(register) }
}
