import type { Role } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** A user who works for a company or has a contract with one, with the account data that administration rules need. */
export interface PersonRecord {
  userId: UserId
  name: string | null
  email: string | null
  phone: string | null
  identifier: string | null
  isActive: boolean
  hasPassword: boolean
  version: number
  roles: Role[]
  /** Companies that the user works for or has a contract with. */
  companyIds: CompanyId[]
  /** The actor's companies that also have the person as a client. */
  clientOf: CompanyId[]
  /** The oldest account among the administrators: the one that the first start created. */
  isSuperUser: boolean
  /** Set for a user with a driver's status row. */
  driverCompanyId: CompanyId | null
  isOnShift: boolean
  /** A driver's balance, with the company of the status row. */
  balanceBani: number
  licenceNo: string | null
  licenceUntil: string | null
  attestationUntil: string | null
}

const PERSON = sql`
  select users.id as "userId", users.name, users.email, users.phone, users.identifier, users.is_active as "isActive",
    users.password_hash is not null as "hasPassword", users.version,
    array(select role from user_roles where user_id = users.id order by role) as roles,
    array(select company_id from user_companies where user_id = users.id
      union select company_id from protocol_companies where user_id = users.id order by 1) as "companyIds",
    array(select company_id from company_clients where user_id = users.id order by 1) as "clientOf",
    coalesce(users.id = (select min(admins.user_id) from user_roles as admins
      join users as alive on alive.id = admins.user_id
      where admins.role = 'admin' and alive.deleted_at is null), false) as "isSuperUser",
    status.company_id as "driverCompanyId", coalesce(status.on_shift, false) as "isOnShift",
    coalesce(status.balance_bani, 0) as "balanceBani",
    papers.licence_no as "licenceNo", papers.licence_until as "licenceUntil",
    papers.attestation_until as "attestationUntil"
  from users
  left join driver_status as status on status.driver_id = users.id
  left join driver_papers as papers on papers.driver_id = users.id
`

/**
 * The account of a user who works for one of the actor's companies or has a contract with one; null for any other user and for deleted
 * ones. Being a client of a company opens nothing of the account, because anybody's phone can be typed into an order.
 */
export async function findPerson(db: Db | Tx, userId: UserId, scope: Scope): Promise<PersonRecord | null> {
  const { rows } = await sql<PersonRecord>`
    ${PERSON} where users.id = ${userId} and users.deleted_at is null
  `.execute(db)
  const person = rows[0]
  if (!person || !isInScope(person, scope)) return null
  const { companies } = scope
  return companies === 'every'
    ? person
    : { ...person, clientOf: person.clientOf.filter((id) => companies.includes(id)) }
}

/** Locks the row until the transaction ends; a concurrent change reads what this one has saved. */
export async function lockPersonRow(tx: Tx, userId: UserId): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

/** Actors who see every company read a user who is only a client as a client, like each of the companies does. */
function isInScope({ companyIds, clientOf, roles }: PersonRecord, { companies }: Scope): boolean {
  if (companies !== 'every') return companyIds.some((id) => companies.includes(id))
  return clientOf.length === 0 || roles.some((role) => role !== 'client')
}

/**
 * The user with this phone or e-mail, in any company; the advisory lock serialises requests for one value. Only for giving an account this
 * value: a client may have any phone, and its user must not be revealed.
 */
export async function holderOf(tx: Tx, field: 'phone' | 'email', value: string): Promise<Holder | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`user ${field} ${value.toLowerCase()}`}, 0))`.execute(tx)
  const { rows } = await sql<Holder>`
    select id as "userId", password_hash is null and deleted_at is null
      and not exists (select from user_roles where user_id = users.id and role <> 'client') as "isClientOnly",
      array(select company_id from user_companies where user_id = users.id
        union select company_id from protocol_companies where user_id = users.id) as "companyIds"
    from users where ${sql.ref(field)} = ${value}
  `.execute(tx)
  return rows[0] ?? null
}

export interface Holder {
  userId: UserId
  /** The user has no account, so the account that gets the value takes the user over. */
  isClientOnly: boolean
  /** Companies that the user works for or has a contract with. */
  companyIds: CompanyId[]
}

/**
 * True when another user of these companies has the code. The companies' rows are locked first, so that concurrent requests for one code
 * run one after the other.
 */
export async function codeIsTaken(
  tx: Tx,
  { code, companyIds, but }: { code: string; companyIds: readonly CompanyId[]; but: number | null },
): Promise<boolean> {
  await sql`select 1 from companies where id = any(${[...companyIds]}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql`
    select 1 from users
    where lower(identifier) = lower(${code}) and deleted_at is null and id is distinct from ${but}::bigint
      and (exists (select from user_companies where user_id = users.id and company_id = any(${[...companyIds]}::bigint[]))
        or exists (select from protocol_companies where user_id = users.id and company_id = any(${[...companyIds]}::bigint[])))
    union all
    select 1 from company_clients
    where lower(identifier) = lower(${code}) and user_id is distinct from ${but}::bigint
      and company_id = any(${[...companyIds]}::bigint[])
    limit 1
  `.execute(tx)
  return rows.length > 0
}

export interface PersonFields {
  name?: string | null
  email?: string | null
  phone?: string | null
  identifier?: string | null
  passwordHash?: string
  isActive?: boolean
}

export async function insertPerson(
  tx: Tx,
  { name, email, phone, identifier, passwordHash }: PersonFields,
  now: Date,
): Promise<UserId> {
  const { id } = await tx
    .insertInto('users')
    .values({
      name: name ?? null,
      email: email ?? null,
      phone: phone ?? null,
      identifier: identifier ?? null,
      password_hash: passwordHash ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Overwrites the given fields; every change makes a new version. */
export async function savePerson(tx: Tx, userId: UserId, fields: PersonFields): Promise<void> {
  const { passwordHash, isActive, ...plain } = fields
  await tx
    .updateTable('users')
    .set((eb) => ({
      ...plain,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(isActive === undefined ? {} : { is_active: isActive }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
}

/**
 * Creates the account of a phone that only clients have: data in the user row belonged to no account, and data about the client is in the
 * companies' own rows.
 */
export async function openAccount(tx: Tx, userId: UserId, fields: PersonFields): Promise<void> {
  const { name = null, email = null, identifier = null, phone: _phone, passwordHash, isActive = true } = fields
  await savePerson(tx, userId, { name, email, identifier, isActive, ...(passwordHash ? { passwordHash } : {}) })
  await tx.deleteFrom('user_meta').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_photos').where('user_id', '=', userId).execute()
}

export async function saveRoles(tx: Tx, userId: UserId, roles: readonly Role[]): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', 'not in', roles).execute()
  await tx
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Replaces the user's companies among those of the actor; the others stay. */
export async function saveCompanies(
  tx: Tx,
  userId: UserId,
  { companyIds, within }: { companyIds: readonly CompanyId[]; within: Scope['companies'] },
): Promise<void> {
  let gone = tx.deleteFrom('user_companies').where('user_id', '=', userId)
  if (companyIds.length > 0) gone = gone.where('company_id', 'not in', companyIds)
  if (within !== 'every') gone = gone.where('company_id', 'in', within)
  if (within === 'every' || within.length > 0) await gone.execute()
  if (companyIds.length === 0) return
  await tx
    .insertInto('user_companies')
    .values(companyIds.map((companyId) => ({ user_id: userId, company_id: companyId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
