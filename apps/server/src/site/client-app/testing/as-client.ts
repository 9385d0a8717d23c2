import { beginLogIn } from '@dispecerat/contract/site/client-app'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { hashOfToken, newToken } from '../../../identity/accounts/accounts.public.ts'
import { clientOfPhone } from '../../../orders/clients/clients.public.ts'
import type { TestServer } from '../../../testing/a-server.ts'
import { messagesSent } from '../../../testing/mails-sent.ts'
import { replaceSession } from '../client-sessions.store.ts'

const MONTH_MS = 30 * 24 * 3_600_000

/** Switches the company's application for clients on. */
export async function openClientApp({ db }: TestServer, companyId: CompanyId): Promise<void> {
  await db.updateTable('company_settings').set({ client_app: true }).where('company_id', '=', companyId).execute()
}

/** A session of the phone in the company, without the code, whose slow hash would cost every test 60 ms. */
export async function clientToken(
  { db, clock }: TestServer,
  { companyId, phone }: { companyId: CompanyId; phone: string },
): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await clientOfPhone(tx, { companyId, phone }, now)
    const expiresAt = new Date(now.getTime() + MONTH_MS)
    await replaceSession(tx, { companyId, phone, tokenHash: hashOfToken(token), now, expiresAt })
  })
  return token
}

/** Requests a code and reads it from the SMS; empty when none was sent. */
export async function codeSentTo(server: TestServer, who: { company_id: CompanyId; phone: string }): Promise<string> {
  const { status } = await server.request(beginLogIn, { body: who })
  if (status !== 202) throw new Error(`a code was refused: ${status}`)
  const { texts } = await messagesSent(server)
  return /\d{6}/.exec(texts.findLast(({ to }) => to === who.phone)?.text ?? '')?.[0] ?? ''
}
