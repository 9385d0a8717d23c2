import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { recordCreations } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** A driver or a client of an imported file's row. */
export interface PersonOfFile {
  name?: string | undefined
  /** E.164 */
  phone: string
  email?: string | undefined
  identifier?: string | undefined
  licence_no?: string | undefined
  licence_until?: string | undefined
  attestation_until?: string | undefined
  about?: string | undefined
  /** For a client: the account that pays. */
  protocol_parent_user_id?: UserId | undefined
}

interface PhoneHolder {
  isDriverHere: boolean
  isClientHere: boolean
  isClientOnly: boolean
  worksHere: boolean
}

export interface KnownPeople {
  /** Phone → the relation of its user to the company. */
  phones: Map<string, PhoneHolder>
  /** Lower case; accounts of any company. */
  emails: Map<string, { worksHere: boolean }>
  /** Lower case; codes of this company. */
  codes: Set<string>
}

/** Finds the users of these phones, e-mails and codes; at most three queries for any number of rows. */
export async function knownPeople(
  db: Db | Tx,
  companyId: CompanyId,
  people: readonly Partial<PersonOfFile>[],
): Promise<KnownPeople> {
  const phones = people.flatMap(({ phone }) => phone ?? [])
  const emails = people.flatMap(({ email }) => (email ? [email.toLowerCase()] : []))
  const codes = people.flatMap(({ identifier }) => (identifier ? [identifier.toLowerCase()] : []))
  const worksHere = sql`(exists (select from user_companies where user_id = users.id and company_id = ${companyId})
    or exists (select from protocol_companies where user_id = users.id and company_id = ${companyId}))`
  const holders = await sql<PhoneHolder & { phone: string }>`
    select users.phone,
      exists (select from driver_status where driver_id = users.id and company_id = ${companyId}) as "isDriverHere",
      exists (select from company_clients where user_id = users.id and company_id = ${companyId}) as "isClientHere",
      password_hash is null and deleted_at is null
        and not exists (select from user_roles where user_id = users.id and role <> 'client') as "isClientOnly",
      ${worksHere} as "worksHere"
    from users where phone = any(${phones}::text[])
  `.execute(db)
  const mails = sql<{ email: string; worksHere: boolean }>`
    select lower(email::text) as email, ${worksHere} as "worksHere" from users where lower(email::text) = any(${emails}::text[])
      and not (password_hash is null and deleted_at is null
        and not exists (select from user_roles where user_id = users.id and role <> 'client'))
  `
  const taken = sql<{ code: string }>`
    select lower(identifier) as code from users
    where lower(identifier) = any(${codes}::text[]) and deleted_at is null
      and (exists (select from user_companies where user_id = users.id and company_id = ${companyId})
        or exists (select from protocol_companies where user_id = users.id and company_id = ${companyId}))
    union all
    select lower(identifier) from company_clients
    where lower(identifier) = any(${codes}::text[]) and company_id = ${companyId}
  `
  const mailRows = emails.length === 0 ? [] : (await mails.execute(db)).rows
  const takenRows = codes.length === 0 ? [] : (await taken.execute(db)).rows
  return {
    phones: new Map(holders.rows.map(({ phone, ...is }) => [phone, is])),
    emails: new Map(mailRows.map(({ email, ...is }) => [email, is])),
    codes: new Set(takenRows.map(({ code }) => code)),
  }
}

export interface PersonAdded {
  userId: UserId
  person: PersonOfFile
}

/**
 * Adds them all with a few statements; a user who was only a client also becomes a driver, because a phone has one user. For clients it
 * writes only the company's own rows, whoever has their phones. `recordPeople` writes the audit log.
 */
export async function addPeople(
  tx: Tx,
  { companyId, role, people }: { companyId: CompanyId; role: 'driver' | 'client'; people: readonly PersonOfFile[] },
  now: Date,
): Promise<PersonAdded[]> {
  if (people.length === 0) return []
  return role === 'driver' ? addDrivers(tx, companyId, people, now) : addClients(tx, companyId, people, now)
}

/** Adds the ids of the users of the phones. */
async function withUsers(tx: Tx, people: readonly PersonOfFile[]): Promise<PersonAdded[]> {
  const { rows } = await sql<{ id: UserId; phone: string }>`
    select id, phone from users where phone = any(${people.map(({ phone }) => phone)}::text[])
  `.execute(tx)
  const idOf = new Map(rows.map(({ id, phone }) => [phone, id]))
  return people.flatMap((person) => {
    const userId = idOf.get(person.phone)
    return userId === undefined ? [] : [{ userId, person }]
  })
}

/** Records in the audit log that they were added. */
export async function recordPeople(
  tx: Tx,
  actor: Actor,
  { companyId, role, added }: { companyId: CompanyId; role: 'driver' | 'client'; added: readonly PersonAdded[] },
  at: Date,
): Promise<void> {
  const rows = added.map(({ userId, person }) => ({
    entityId: userId,
    after: { ...person, roles: [role], company_ids: [companyId] },
  }))
  await recordCreations(tx, actor, { entity: role === 'driver' ? 'user' : 'client', companyId, rows }, at)
}

type Rowset = ReturnType<typeof sql>

/** The names of 10,000 clients take some 8 MB. */
const PENDING_NAMES_KIB = String(64 * 1024)

/** Merges the names that `addPeople` left pending in the GIN index: until then each search by name reads all of them. */
export async function mergeClientNames(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list('company_clients_folded_name')`.execute(db)
}

async function addDrivers(
  tx: Tx,
  companyId: CompanyId,
  people: readonly PersonOfFile[],
  now: Date,
): Promise<PersonAdded[]> {
  const rowset = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given(name text, phone text, email text,
    identifier text, licence_no text, licence_until date, attestation_until date)`
  await openAccounts(tx, companyId, people, rowset)
  await sql`
    insert into users (name, phone, email, identifier, created_at)
    select name, phone, email, identifier, ${now}::timestamptz from ${rowset}
    where not exists (select from users where users.phone = given.phone)
  `.execute(tx)
  const theirs = sql`${rowset} join users on users.phone = given.phone`
  await sql`insert into user_roles (user_id, role) select users.id, 'driver' from ${theirs} on conflict do nothing`.execute(
    tx,
  )
  await sql`
    insert into user_companies (user_id, company_id) select users.id, ${companyId} from ${theirs} on conflict do nothing
  `.execute(tx)
  await sql`
    insert into driver_status (driver_id, company_id, service_ids, updated_at)
    select users.id, ${companyId},
      case when (select package_id from companies where id = ${companyId}) > 1 then '{2,3}'::integer[] else '{1}'::integer[] end,
      ${now}::timestamptz
    from ${theirs}
  `.execute(tx)
  await sql`
    insert into driver_papers (driver_id, licence_no, licence_until, attestation_until)
    select users.id, given.licence_no, given.licence_until, given.attestation_until from ${theirs}
    where num_nonnulls(given.licence_no, given.licence_until, given.attestation_until) > 0
    on conflict (driver_id) do update set licence_no = excluded.licence_no, licence_until = excluded.licence_until,
      attestation_until = excluded.attestation_until
  `.execute(tx)
  return withUsers(tx, people)
}

/** Does what `openAccount` does for one: data in the rows of users who are only clients belongs to no account. */
async function openAccounts(
  tx: Tx,
  companyId: CompanyId,
  people: readonly PersonOfFile[],
  rowset: Rowset,
): Promise<void> {
  // Ids first: without statistics, as on the first day, the joins below would compare every user with every row.
  const phoneOf = new Map(people.flatMap(({ email, phone }) => (email ? [[email.toLowerCase(), phone]] : [])))
  const { rows } = await sql<{ id: number; phone: string; email: string | null }>`
    select id, phone, lower(email::text) as email from users
    where (phone = any(${people.map(({ phone }) => phone)}::text[]) or email = any(${[...phoneOf.keys()]}::citext[]))
      and phone is not null and password_hash is null and deleted_at is null
      and not exists (select from user_roles where user_id = users.id and role <> 'client')
  `.execute(tx)
  const phones = new Set(people.map(({ phone }) => phone))
  const losing = rows.filter(({ email, phone }) => email !== null && phoneOf.has(email) && phoneOf.get(email) !== phone)
  await sql`update users set email = null where id = any(${losing.map(({ id }) => id)}::bigint[])`.execute(tx)
  const ids = rows.filter(({ phone }) => phones.has(phone)).map(({ id }) => id)
  await sql`
    update users set name = given.name, email = given.email,
      identifier = coalesce(given.identifier, (select known.identifier from company_clients as known
        where known.user_id = users.id and known.company_id = ${companyId})),
      is_active = true, version = version + 1
    from ${rowset} where users.id = any(${ids}::bigint[]) and users.phone = given.phone
  `.execute(tx)
  for (const table of ['user_roles', 'user_meta', 'user_photos'])
    await sql`delete from ${sql.table(table)} where user_id = any(${ids}::bigint[])`.execute(tx)
}

async function addClients(
  tx: Tx,
  companyId: CompanyId,
  people: readonly PersonOfFile[],
  now: Date,
): Promise<PersonAdded[]> {
  // Most phones have users by now; querying the missing ones costs less than ten thousand conflicts.
  await sql`
    with made as (
      insert into users (phone, created_at)
      select phone, ${now}::timestamptz from unnest(${people.map(({ phone }) => phone)}::text[]) as given(phone)
      where not exists (select from users where users.phone = given.phone)
      on conflict (phone) do nothing returning id
    )
    insert into user_roles (user_id, role) select id, 'client' from made
  `.execute(tx)
  const added = await withUsers(tx, people)
  const column = <T>(of: (person: PersonOfFile) => T | undefined) => added.map(({ person }) => of(person) ?? null)
  // Merging the index of their names in the middle of the statement took half of the time of ten thousand clients.
  await sql`select set_config('gin_pending_list_limit', ${PENDING_NAMES_KIB}, true)`.execute(tx)
  // Uses arrays, because parsing ten thousand notes as JSON takes some 70 ms more.
  await sql`
    insert into company_clients (company_id, user_id, name, about, protocol_parent_user_id, created_at)
    select ${companyId}, given.*, ${now}::timestamptz
    from unnest(${added.map(({ userId }) => userId)}::bigint[], ${column(({ name }) => name)}::text[],
      ${column(({ about }) => about)}::text[], ${column((person) => person.protocol_parent_user_id)}::bigint[]) as given
  `.execute(tx)
  return added
}
