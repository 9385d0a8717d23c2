import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Server } from '../../platform/lifecycle/server.ts'
import { hashOfToken, newToken } from '../sessions/access-token.ts'
import { openSession } from './log-in.ts'
import { hashPassword } from './password.ts'
import { forgetSetUpLinks, insertSetUpLink, isOpenSetUpLink, lockSetUp } from './set-up.store.ts'
import { hasAdministrator, insertUser } from './users.store.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

const LINK_HOURS = 24

/** Creates the token of a one-time link while the database has no administrator; null once it has one. */
export async function offerSetUp(server: Pick<Server, 'db' | 'clock'>): Promise<string | null> {
  if (await hasAdministrator(server.db)) return null
  const token = newToken()
  const now = server.clock.now()
  await insertSetUpLink(server.db, hashOfToken(token), now, new Date(now.getTime() + LINK_HOURS * 3_600_000))
  return token
}

export interface FirstAccount {
  token: string
  email: string
  name: string
  password: string
}

/** Creates the super user and a session; closes every other link. Throws account.set_up_closed and FieldErrors. */
export async function setUp(server: Server, account: FirstAccount): Promise<{ token: string; userId: UserId }> {
  const now = server.clock.now()
  const tokenHash = hashOfToken(account.token)
  const isOpen = await server.db.transaction().execute((tx) => isOpenSetUpLink(tx, tokenHash, now))
  if (!isOpen) throw new DomainError('account.set_up_closed')
  await refuseWeakPassword(account.password, { own: [account.email, account.name] })
  const passwordHash = await hashPassword(account.password)

  return server.db.transaction().execute(async (tx) => {
    await lockSetUp(tx)
    if ((await hasAdministrator(tx)) || !(await isOpenSetUpLink(tx, tokenHash, now))) {
      throw new DomainError('account.set_up_closed')
    }
    const { email, name } = account
    const userId = await insertUser(tx, { email, name, passwordHash, roles: ['admin', 'dispatcher'], now })
    if (userId === null) throw new FieldErrors({ email: ['E-mailul este deja folosit'] })
    await forgetSetUpLinks(tx)
    return { token: await openSession(tx, { userId, device: null, now }), userId }
  })
}
