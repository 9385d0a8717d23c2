import { bucharestDay } from '@dispecerat/domain/bucharest-day'
import { DomainError } from '@dispecerat/domain/errors'
import { chosenCompany, findCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { cifOf } from './filings.store.ts'
import { queueFiling } from './queue-filing.ts'
import { registerRows } from './register.views.ts'
import { registerCsv, registerXml } from './register-file.ts'

interface Asked {
  companyId: number
  /** 'YYYY-MM-DD' in Bucharest. */
  day: string
  format: 'csv' | 'xml'
}

/** Writes the register of a day that is over and queues it for the town hall, once. Throws `company.unknown`, `filing.day_not_over`. */
export async function fileRegister(
  server: Server,
  caller: Caller,
  { companyId: asked, day, format }: Asked,
): Promise<{ filingId: number; isNew: boolean }> {
  return write(server, caller, async (tx) => {
    const companyId = await chosenCompany(tx, caller.scope, asked)
    const company = await findCompany(tx, companyId)
    if (!company) throw new DomainError('company.unknown')
    const now = server.clock.now()
    if (day >= bucharestDay(now)) throw new DomainError('filing.day_not_over')
    const cif = await cifOf(tx, companyId)
    const register = { company: { name: company.name, cif }, day, rows: await registerRows(tx, companyId, day) }
    const content = format === 'csv' ? registerCsv(register) : registerXml(register)
    const filing = { kind: 'townhall' as const, companyId, invoiceId: null, day, cif, format, content }
    return queueFiling(tx, caller, { ...filing, fileName: `registru_${companyId}_${day}.${format}` }, now)
  })
}
