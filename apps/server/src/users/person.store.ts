import type { Role } from '@dispecerat/domain/permissions'
import { sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'

/** Somebody who works for a company or has a contract with one, as the rules of administration see the account. */
export interface PersonRecord {
  userId: number
  name: string | null
  email: string | null
  phone: string | null
  identifier: string | null
  isActive: boolean
  hasPassword: boolean
  version: number
  roles: Role[]
  /** Where he works, or has his contract. */
  companyIds: number[]
  /** Of the actor's companies those that have the person as a client besides. */
  clientOf: number[]
  /** The oldest account among the administrators: the one the first start made. */
  isSuperUser: boolean
  /** Set for whoever has a driver's row. */
  driverCompanyId: number | null
  isOnShift: boolean
  /** Of a driver, with the company of his row. */
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
 * The account of somebody who works for one of the actor's companies or has a contract with one; null for anybody else and for the
 * deleted. That a company has the person as a client opens nothing of the account: anybody's phone can be typed into an order.
 */
export async function findPerson(db: Db | Tx, userId: number, scope: Scope): Promise<PersonRecord | null> {
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

/** Holds the row until the transaction ends; whoever comes second reads what the first has saved. */
export async function lockPersonRow(tx: Tx, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

/** Who sees every company reads a client of some as a client, like each of them. */
function isInScope({ companyIds, clientOf, roles }: PersonRecord, { companies }: Scope): boolean {
  if (companies !== 'every') return companyIds.some((id) => companies.includes(id))
  return clientOf.length === 0 || roles.some((role) => role !== 'client')
}

/**
 * Who has this phone or e-mail already, in whatever company; two who ask for one value come one after the other. Only for who
 * gives an account this value: a client is known by any phone, and is told nothing of its holder.
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
  userId: number
  /** Nobody's account: whoever gives an account this value takes it over. */
  isClientOnly: boolean
  /** For which the holder works, or with which the holder has a contract. */
  companyIds: number[]
}

/**
 * Does anybody else of these companies have the code? Their rows are held first, so that two who take one code at the same time
 * come one after the other.
 */
export async function codeIsTaken(
  tx: Tx,
  { code, companyIds, but }: { code: string; companyIds: readonly number[]; but: number | null },
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
): Promise<number> {
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

/** Overwrites what is given; every saving makes a new version. */
export async function savePerson(tx: Tx, userId: number, fields: PersonFields): Promise<void> {
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
 * Makes the account of a phone that only clients have: what stood in the row belonged to no account, and what companies know of the
 * client stands in their own rows.
 */
export async function openAccount(tx: Tx, userId: number, fields: PersonFields): Promise<void> {
  const { name = null, email = null, identifier = null, phone: _phone, passwordHash, isActive = true } = fields
  await savePerson(tx, userId, { name, email, identifier, isActive, ...(passwordHash ? { passwordHash } : {}) })
  await tx.deleteFrom('user_meta').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_photos').where('user_id', '=', userId).execute()
}

export async function saveRoles(tx: Tx, userId: number, roles: readonly Role[]): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', 'not in', roles).execute()
  await tx
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Where he works from now on, among the companies the caller may speak for; the others stay. */
export async function saveCompanies(
  tx: Tx,
  userId: number,
  { companyIds, within }: { companyIds: readonly number[]; within: Scope['companies'] },
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
