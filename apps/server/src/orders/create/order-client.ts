import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { type CompanyClient, clientOfPhone } from '../clients/clients.public.ts'

interface ClientInput {
  phone: string
  companyId: CompanyId
  name: string | null
  about: string | null
}

/** Finds or creates the company's client of a phone; a typed name or notes fill missing ones. */
export async function clientOf(
  tx: Tx,
  known: CompanyClient | null,
  { phone, companyId, name, about }: ClientInput,
  now: Date,
): Promise<CompanyClient> {
  const isUpToDate = known && (known.name !== null || name === null) && (about === null || about === known.about)
  if (isUpToDate) return known
  return clientOfPhone(tx, { companyId, phone, name, about: about ?? undefined }, now)
}
