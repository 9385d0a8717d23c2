import { hashOfToken } from '../../identity/accounts/accounts.public.ts'
import type { ClientLogin } from '../../platform/http/authenticate.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findClientSession } from './client-sessions.store.ts'

/** Token → client. Role and scope are the client's, whatever roles the user of the phone has. */
export async function findClientLogin(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  token: string,
): Promise<ClientLogin | null> {
  const session = await findClientSession(db, hashOfToken(token), clock.now())
  if (!session) return null
  const { id: tokenId, companyId, phone, userId } = session
  const scope = { companies: [companyId] as const, ownUserId: userId, clientPhone: phone }
  return { tokenId, userId, roles: ['client'], scope }
}
