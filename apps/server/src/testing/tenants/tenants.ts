import { endPartner } from '@dispecerat/contract/identity/partners'
import { updatePerson } from '@dispecerat/contract/office/people'
import { type Role, revocablePermissions } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type DriverId, type UserId } from '@dispecerat/domain/kernel/ids'
import { anAccount } from '../../orders/testing/an-account.ts'
import type { TestServer } from '../a-server.ts'
import { type AUser, aCompany, aDriver, aUser } from '../builders.ts'
import {
  aFurnishedCompany,
  CANARY,
  KNOWN_PHONE,
  OTHER_TENANT_PHONE,
  REVOKING_PHONE,
  type Rows,
} from './other-tenant-company.ts'
import { type SharedOrder, type SharedRows, sharedOrders } from './tenant-orders.ts'
import { aDriverWithPast } from './tenant-past.ts'

/**
 * Relation of an actor to the company whose rows are requested. invited_partner: its drivers were offered every order and drove none.
 * asking: its partnership request has not been answered.
 */
export const RELATIONS = [
  'own',
  'partner',
  'invited_partner',
  'former_partner',
  'asking',
  'other',
  'former',
  'client_elsewhere',
] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * Roles that do not exist in a relation. A platform administrator sees every company, whatever the employer. A client belongs to no
 * company: one client of two companies covers all. An account never moves.
 */
export const NO_ACTOR: Record<Relation, readonly Role[]> = {
  own: ['client'],
  partner: ['admin', 'client'],
  invited_partner: ['admin', 'client'],
  former_partner: ['admin', 'client'],
  asking: ['admin', 'client'],
  other: ['admin', 'client'],
  former: ['admin', 'client', 'company'],
  client_elsewhere: ['admin'],
}

export interface Actor {
  name: string
  role: Role
  /** A second role: the permissions that only this role has apply to the actor's own rows. */
  besides?: 'company' | 'client'
  relation: Relation
  userId: UserId
  token: string
}

export interface Tenants {
  /** The company whose rows every actor requests; its texts contain CANARY. */
  target: Rows
  orders: Record<SharedOrder, SharedRows>
  /** A company related to the target only through people. */
  otherId: CompanyId
  /** A company whose people are clients of `otherId`. */
  known: Rows
  actors: Actor[]
  /** A driver with history in the target who drives for `otherId` now. */
  movedDriverId: DriverId
  /** A company that revokes every revocable permission from its people, and people who work there and for `otherId`. */
  revoking: { rows: Rows; actors: Actor[] }
  /** A token from before its user left the target. */
  revoked: string
}

/** The name of the target, which its partners may see. */
export const TARGET_NAME = 'Taxi Pereche'

/** The companies and people of one server: one actor for every role and relation to one company. */
export async function tenants(server: TestServer): Promise<Tenants> {
  // The oldest company of its people, so a request that names no company would go to it.
  const revoked = await aFurnishedCompany(server, `${CANARY} 3`, REVOKING_PHONE)
  const target = await aFurnishedCompany(server, CANARY, OTHER_TENANT_PHONE)
  const known = await aFurnishedCompany(server, `${CANARY} 2`, KNOWN_PHONE)
  const [partnerId, invitedPartnerId, formerPartnerId] = [
    (await aCompany(server)).companyId,
    (await aCompany(server)).companyId,
    (await aCompany(server)).companyId,
  ]
  const { companyId: otherId } = await aCompany(server, { packageId: RESTAURANT })
  const itself = { name: TARGET_NAME, is_email_proved: false }
  await server.db.updateTable('companies').set(itself).where('id', '=', target.companyId).execute()
  const admin = await anActor(server, 'own', 'admin', [])
  const partnerIds = [partnerId, invitedPartnerId, formerPartnerId]
  const agreed = partnerIds.map((partner_company_id) => ({
    company_id: target.companyId,
    partner_company_id,
    accepted_at: server.clock.now(),
  }))
  await server.db.insertInto('company_partners').values(agreed).execute()
  const orders = await sharedOrders(server, target, partnerIds)
  const params = { id: target.companyId, partnerId: formerPartnerId }
  await expectDone(server.request(endPartner, { params }, admin.token))
  const people = [
    ...(await peopleOf(server, 'own', target.companyId, target)),
    ...(await peopleOf(server, 'partner', partnerId)),
    ...(await peopleOf(server, 'invited_partner', invitedPartnerId)),
    ...(await peopleOf(server, 'former_partner', formerPartnerId)),
    ...(await peopleOf(server, 'asking', target.askedById)),
    ...(await peopleOf(server, 'other', otherId)),
    ...(await clientsElsewhere(server, target.companyId, otherId)),
    await driverWithAccount(server, target.companyId),
  ]
  const left = await whoLeft(server, { admin, target, to: otherId })
  const { driverId: movedDriverId } = await aDriverWithPast(server, target)
  await move(server, admin, movedDriverId, otherId)
  const actors = [admin, ...people, ...left.actors]
  const revoking = await narrowedPeople(server, revoked, otherId)
  return { target, orders, otherId, known, actors, movedDriverId, revoking, revoked: left.revoked }
}

/** Id of the package for a company that delivers for itself. */
const RESTAURANT = 3
/** Pickup of every order of the account, as for a restaurant. */
const OWN_PICKUP = { name: 'Bucătăria', lat: 45.65, long: 25.6 }
const STAFF = ['company_admin', 'dispatcher', 'driver', 'company'] as const

async function anActor(
  server: TestServer,
  relation: Relation,
  role: Role,
  companyIds: readonly CompanyId[],
  made?: AUser,
): Promise<Actor> {
  const { userId, email } = made ?? (await aUser(server, { roles: [role], companyIds }))
  return { name: `${relation} ${role}`, role, relation, userId, token: await server.logIn(email) }
}

/** A company has several accounts; rows of the other accounts are not this one's own. */
async function peopleOf(server: TestServer, relation: Relation, companyId: CompanyId, rows?: Rows): Promise<Actor[]> {
  const made: Actor[] = []
  for (const role of STAFF) {
    if (role === 'company') {
      const { userId, token } = await anAccount(server, companyId, { pickup: OWN_PICKUP })
      made.push({ name: `${relation} company`, role, relation, userId, token })
      continue
    }
    const driver = role === 'driver' ? await ownDriver(server, companyId, rows) : undefined
    made.push(await anActor(server, relation, role, [companyId], driver))
  }
  return made
}

async function driverWithAccount(server: TestServer, companyId: CompanyId): Promise<Actor> {
  const { driverId: userId, email } = await aDriver(server, { companyId })
  await server.db.insertInto('user_roles').values({ user_id: userId, role: 'company' }).execute()
  await server.db.insertInto('protocol_companies').values({ user_id: userId, company_id: companyId }).execute()
  const roles = { role: 'driver', besides: 'company', relation: 'own' } as const
  return { name: 'own driver with an account', ...roles, userId, token: await server.logIn(email) }
}

function ownDriver(server: TestServer, companyId: CompanyId, rows?: Rows): Promise<AUser> | AUser {
  if (rows) return { userId: rows.driverId, email: rows.driverEmail }
  return aDriver(server, { companyId })
}

/** People who work for another company, or for none, and order taxis from the target. */
async function clientsElsewhere(server: TestServer, targetId: number, otherId: number): Promise<Actor[]> {
  const made: Actor[] = []
  for (const role of [...STAFF, 'client'] as const) {
    const driver = role === 'driver' ? await aDriver(server, { companyId: asId<CompanyId>(otherId) }) : undefined
    const actor =
      role === 'company'
        ? {
            ...(await anAccount(server, asId<CompanyId>(otherId))),
            name: 'client_elsewhere company',
            role,
            relation: 'client_elsewhere' as const,
          }
        : await anActor(server, 'client_elsewhere', role, role === 'client' ? [] : [asId<CompanyId>(otherId)], driver)
    made.push(actor)
    const row = { user_id: actor.userId, created_at: server.clock.now() }
    const companyIds =
      role === 'client' ? [asId<CompanyId>(targetId), asId<CompanyId>(otherId)] : [asId<CompanyId>(targetId)]
    await server.db
      .insertInto('company_clients')
      .values(companyIds.map((company_id) => ({ ...row, company_id })))
      .execute()
  }
  return made
}

/** Makes the people of `known` clients of the other company. Called repeatedly, because erasing them is one of the requests. */
export async function makeClients({ db, clock }: TestServer, { known, otherId }: Tenants): Promise<void> {
  const ids = [known.dispatcherId, known.driverId, known.accountId, known.clientId]
  const row = { company_id: otherId, name: 'Client al nostru', created_at: clock.now() }
  await db
    .insertInto('company_clients')
    .values(ids.map((user_id) => ({ ...row, user_id })))
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .execute()
}

/** Revokes every revocable permission from the roles of people who also work for another company. */
async function narrowedPeople(server: TestServer, rows: Rows, otherId: number): Promise<Tenants['revoking']> {
  const company_id = rows.companyId
  const actors: Actor[] = []
  for (const role of ['company_admin', 'dispatcher'] as const) {
    const permissions = revocablePermissions(role).map((permission) => ({ company_id, role, permission }))
    await server.db.insertInto('revoked_permissions').values(permissions).execute()
    actors.push({
      ...(await anActor(server, 'other', role, [company_id, asId<CompanyId>(otherId)])),
      name: `narrowed ${role}`,
    })
  }
  return { rows, actors }
}

/** A user whom a platform administrator moved to another company, which ends the open sessions. An account never moves. */
async function whoLeft(
  server: TestServer,
  { admin, target, to }: { admin: Actor; target: Rows; to: number },
): Promise<{ actors: Actor[]; revoked: string }> {
  const actors: Actor[] = []
  let revoked = ''
  for (const role of ['company_admin', 'dispatcher', 'driver'] as const) {
    const companyIds = [target.companyId]
    const made =
      role === 'driver' ? await aDriverWithPast(server, target) : await aUser(server, { roles: [role], companyIds })
    revoked = await server.logIn(made.email)
    await move(server, admin, made.userId, to)
    actors.push(await anActor(server, 'former', role, [asId<CompanyId>(to)], made))
  }
  return { actors, revoked }
}

async function move(server: TestServer, admin: Actor, userId: UserId, to: number): Promise<void> {
  const input = { params: { id: userId }, body: { company_ids: [to] } }
  await expectDone(server.request(updatePerson, input, admin.token))
}

async function expectDone(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`the fixture was refused: ${status} ${JSON.stringify(body)}`)
}
