import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { TestServer } from '../../testing/a-server.ts'
import { aUser } from '../../testing/builders.ts'

export interface Account {
  userId: UserId
  token: string
}

/** A logged-in protocol company of this company with a valid contract, by default without a limit. */
export async function anAccount(
  server: TestServer,
  companyId: CompanyId,
  contract: {
    limitBani?: number
    until?: string
    isActive?: boolean
    pickup?: { name: string; lat: number; long: number }
  } = {},
): Promise<Account> {
  const { userId, email } = await aUser(server, { roles: ['company'], companyIds: [companyId] })
  await server.db
    .insertInto('protocol_companies')
    .values({
      user_id: userId,
      company_id: companyId,
      credit_limit_bani: contract.limitBani ?? null,
      contract_until: contract.until ?? null,
      is_active: contract.isActive ?? true,
      pickup_name: contract.pickup?.name ?? null,
      pickup_lat: contract.pickup?.lat ?? null,
      pickup_long: contract.pickup?.long ?? null,
    })
    .execute()
  return { userId, token: await server.logIn(email) }
}

/** Every service of the company costs the same flat amount, so that estimates are predictable. */
export async function aFlatTariff(
  server: TestServer,
  companyId: CompanyId,
  serviceId: number,
  bani: number,
): Promise<void> {
  const now = server.clock.now()
  await server.db
    .insertInto('tariffs')
    .values({
      company_id: companyId,
      service_id: serviceId,
      name: 'Fix',
      start_fee_bani: bani,
      per_km_bani: 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
