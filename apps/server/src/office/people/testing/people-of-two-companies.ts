import { noteClient } from '@dispecerat/contract/orders/clients'
import { createOrder } from '@dispecerat/contract/orders/orders'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { aServer, type TestServer } from '../../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../../testing/builders.ts'

/** Is contained in every text that the employer stores about its people; no reply to the other company may contain it. */
export const EMPLOYERS = 'Numai al angajatorului'

export const KINDS = [
  'driver',
  'closed driver',
  'deleted driver',
  'dispatcher',
  'manager',
  'business account',
  'administrator',
] as const
export type Kind = (typeof KINDS)[number]

const ROLES: Record<Kind, readonly Role[]> = {
  driver: ['driver'],
  dispatcher: ['dispatcher'],
  manager: ['company_admin'],
  'business account': ['company'],
  'closed driver': ['driver'],
  'deleted driver': ['driver'],
  administrator: ['admin'],
}

export interface Employee {
  userId: UserId
  phone: string
  email: string
}

/** A company that employs people, and one that takes orders from their phones. */
export async function peopleOfTwoCompanies() {
  const server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  await aUser(server, { roles: ['admin'] })
  const { companyId: employerId } = await aCompany(server)
  const { companyId } = await aCompany(server)
  const logIn = async (roles: readonly Role[], of: number) =>
    server.logIn((await aUser(server, { roles, companyIds: [asId<CompanyId>(of)] })).email)
  const manager = await logIn(['company_admin'], companyId)
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  const employer = await logIn(['company_admin'], employerId)
  let phones = 0
  const aPhone = () => {
    phones += 1
    return `+4076${String(phones).padStart(7, '0')}`
  }
  return {
    server,
    companyId,
    employerId,
    manager,
    dispatcher,
    employer,
    aPhone,
    /** A person with all data that an employer can store about them. */
    employee: (kind: Kind = 'driver') => anEmployee(server, employerId, kind),
    /** Makes a person the other company's client by an order and by a note. */
    order: async (phone: string) => {
      const place = { name: 'Piața Sfatului 1', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }
      const body = { client_phone: phone, client_name: 'Doamna Ana', places: [place] }
      const { reply } = await server.request(createOrder, { body }, dispatcher)
      await server.request(noteClient, { params: { phone }, body: { about: 'Etaj 3' } }, dispatcher)
      return { orderId: reply.data.id, clientId: asId<UserId>(reply.data.client_id ?? 0) }
    },
  }
}

async function anEmployee(server: TestServer, companyId: CompanyId, kind: Kind): Promise<Employee> {
  const { db, clock } = server
  const isDriver = ROLES[kind].includes('driver')
  const { userId } = isDriver
    ? await aDriver(server, { companyId, at: TOWN_SQUARE })
    : await aUser(server, { roles: ROLES[kind], companyIds: kind === 'administrator' ? [] : [companyId] })
  const written = { name: EMPLOYERS, identifier: `M${userId}`, email: `angajat${userId}@angajator.ro` }
  const { phone } = await db
    .updateTable('users')
    .set({ ...written, last_seen_at: clock.now(), is_active: kind !== 'closed driver' })
    .where('id', '=', userId)
    .returning('phone')
    .executeTakeFirstOrThrow()
  if (isDriver) {
    await db
      .insertInto('driver_papers')
      .values({ driver_id: userId, licence_no: EMPLOYERS, licence_until: '2030-01-01', attestation_until: null })
      .execute()
  }
  if (kind === 'business account') {
    await db.insertInto('protocol_companies').values({ user_id: userId, company_id: companyId }).execute()
  }
  const photo = { content_type: 'image/jpeg' as const, photo: Buffer.from(EMPLOYERS), updated_at: clock.now() }
  await db
    .insertInto('user_photos')
    .values({ user_id: userId, ...photo })
    .execute()
  await db.insertInto('user_meta').values({ user_id: userId, key: 'nota', value: EMPLOYERS }).execute()
  await server.logIn(written.email)
  if (kind === 'deleted driver') {
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', userId).execute()
  }
  return { userId, phone: phone ?? '', email: written.email }
}
