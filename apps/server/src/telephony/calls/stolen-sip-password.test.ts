import { banUser } from '@dispecerat/contract/fleet/bans'
import { logOut, readOwnMeta } from '@dispecerat/contract/identity/accounts'
import {
  endSessionOfPerson,
  endSessionsOfPerson,
  listSessionsOfPerson,
} from '@dispecerat/contract/office/person-sessions'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, expect, test } from 'vitest'
import { RawPhone } from '../../adapters/telephony/embedded/testing/raw-phone.ts'
import { closeExpiredSessions } from '../../identity/sessions/close-expired-sessions.ts'
import { aDispatcher } from '../../testing/builders.ts'
import { createTelephoneFixture } from '../../testing/telephone/telephone-fixture.ts'

const fixture = await createTelephoneFixture()
const { server, manager, companyId } = fixture
afterAll(() => server.stop())

interface Dispatcher {
  userId: UserId
  email: string
  token: string
  extension: string
  password: string
}

async function passwordOf(token: string): Promise<string> {
  const { data } = (await server.request(readOwnMeta, {}, token)).reply
  return data.find(({ key }) => key === 'sipPassword')?.value ?? ''
}

async function createDispatcher(): Promise<Dispatcher> {
  const { userId, email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  return { userId, email, token, extension: String(1000 + userId), password: await passwordOf(token) }
}

const phoneWith = ({ extension, password }: Pick<Dispatcher, 'extension' | 'password'>) =>
  new RawPhone(`${server.address.replace('http', 'ws')}/sip`, extension, password, { origin: server.address }).connect()
const registersWith = async (dispatcher: Pick<Dispatcher, 'extension' | 'password'>) => {
  const phone = await phoneWith(dispatcher)
  const { status } = await phone.registers()
  phone.breakLine()
  return status
}
/** The digest of the password in Kamailio's table. */
const digestOf = async ({ userId }: Dispatcher) =>
  (await server.db.selectFrom('sip_accounts').select('ha1').where('user_id', '=', userId).executeTakeFirstOrThrow()).ha1

const ENDS: [name: string, end: (dispatcher: Dispatcher) => Promise<unknown>][] = [
  ['a log-out', ({ token }) => server.request(logOut, {}, token)],
  [
    'the end of all sessions by a manager',
    ({ userId: id }) => server.request(endSessionsOfPerson, { params: { id } }, manager),
  ],
  [
    'the end of one session by a manager',
    async ({ userId: id }) => {
      const [session] = (await server.request(listSessionsOfPerson, { params: { id } }, manager)).reply.data
      return server.request(endSessionOfPerson, { params: { id, session_id: session?.id ?? 0 } }, manager)
    },
  ],
  [
    'a ban',
    ({ userId: id }) => {
      const body = { reason: 'Telefon pierdut', unit: 'hour' as const, amount: 24 }
      return server.request(banUser, { params: { id }, body }, manager)
    },
  ],
]

test.each(ENDS)(
  '%s invalidates the password of the telephone: REGISTER and INVITE with it are refused',
  async (_, end) => {
    const dispatcher = await createDispatcher()
    const phone = await phoneWith(dispatcher)
    expect((await phone.registers()).status).toBe(200)
    const digest = await digestOf(dispatcher)

    expect(await end(dispatcher)).toMatchObject({ status: 200 })
    expect(await registersWith(dispatcher)).toBe(401)
    phone.rings('+40722333444')
    expect((await phone.waitForResponse(407, 'INVITE')).status).toBe(407)
    expect(await digestOf(dispatcher)).not.toBe(digest)
    // The next log-in does not restore the old password.
    await server.db.updateTable('users').set({ ban_until: null }).where('id', '=', dispatcher.userId).execute()
    expect(await passwordOf(await server.logIn(dispatcher.email))).not.toBe(dispatcher.password)
    expect(await registersWith(dispatcher)).toBe(401)
    phone.breakLine()
  },
)

test('the console of another session is notified of the new password, and registers with it', async () => {
  const stolen = await createDispatcher()
  const other = await server.logIn(stolen.email)
  const socket = await server.socket(other)
  expect((await server.request(logOut, {}, stolen.token)).status).toBe(200)
  await socket.waitForEvent('telephone_renewed')
  const password = await passwordOf(other)
  expect(password).not.toBe(stolen.password)
  expect(await registersWith({ ...stolen, password })).toBe(200)
  expect(await registersWith(stolen)).toBe(401)
})

test('an account at another exchange keeps the password that was chosen there', async () => {
  const dispatcher = await createDispatcher()
  const elsewhere = { sip_ws: 'wss://centrala.exemplu.ro/ws' }
  await server.db.updateTable('sip_accounts').set(elsewhere).where('user_id', '=', dispatcher.userId).execute()
  await server.request(logOut, {}, dispatcher.token)
  expect(await passwordOf(await server.logIn(dispatcher.email))).toBe(dispatcher.password)
})

test('a session that expires invalidates the password at once, and for the sessions after it', async () => {
  const dispatcher = await createDispatcher()
  expect(await registersWith(dispatcher)).toBe(200)
  server.pass(13 * 3600)
  expect(await registersWith(dispatcher)).toBe(401)
  const other = await server.logIn(dispatcher.email)
  await closeExpiredSessions(server)
  expect(await passwordOf(other)).not.toBe(dispatcher.password)
  expect(await registersWith(dispatcher)).toBe(401)
})
