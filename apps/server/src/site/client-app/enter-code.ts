import { DomainError } from '@dispecerat/domain/kernel/errors'
import {
  type GuessGuard,
  hashOfToken,
  newToken,
  passwordMatches,
  turnOfAddress,
} from '../../identity/accounts/accounts.public.ts'
import { clientOfPhone } from '../../orders/clients/clients.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type CodeOwner, spendCode, takeTry } from './client-codes.store.ts'
import { replaceSession } from './client-sessions.store.ts'
import { hasClientApp, isOpenClient } from './companies-with-app.store.ts'

const MAX_TRIES = 5
/** A session is never prolonged: the number may have another owner by now, so it must be proved again. */
const SESSION_MS = 30 * 24 * 3_600_000

/**
 * Opens a session of the phone in the company. A wrong code, an old one and none get the same reply after the same time. A phone that the
 * company does not know becomes its client; an account with the phone is only referenced. Throws client_app.code_wrong, client_app.closed,
 * client_app.off, TooManyRequests.
 */
export async function enterCode(
  server: Server,
  { code, ...owner }: CodeOwner & { code: string },
  { guard, address }: { guard: GuessGuard; address: string },
): Promise<{ token: string; expiresAt: Date }> {
  const { companyId, phone } = owner
  const codeHash = await guard.watchCodeOfPhone(phone, address, async () => {
    const stored = await takeTry(server.db, owner, { maxTries: MAX_TRIES, now: server.clock.now() })
    const isRight = await passwordMatches(stored, code, { turn: turnOfAddress(address) })
    if (!isRight || stored === null) throw new DomainError('client_app.code_wrong')
    return stored
  })
  const token = newToken()
  const { expiresAt } = await write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    if (!(await spendCode(tx, owner, codeHash))) throw new DomainError('client_app.code_wrong')
    if (!(await hasClientApp(tx, companyId))) throw new DomainError('client_app.off')
    const { id: userId } = await clientOfPhone(tx, { companyId, phone }, now)
    if (!(await isOpenClient(tx, companyId, userId))) throw new DomainError('client_app.closed')
    const session = { tokenHash: hashOfToken(token), now, expiresAt: new Date(now.getTime() + SESSION_MS) }
    await replaceSession(tx, { ...owner, ...session })
    return session
  })
  return { token, expiresAt }
}
