import type { Person } from '@dispecerat/contract/office/people'
import { userPhotoUrl } from '@dispecerat/contract/office/user-photos'
import { mayBan } from '@dispecerat/domain/fleet/ban'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ClientRecord } from './clients/client-record.store.ts'
import { findClient, mayChangeClient } from './clients/client-rules.ts'
import { asPersonRow, clientRows, peopleRows } from './people.views.ts'
import { findAccount, mayAdministerPerson } from './person-rules.ts'

interface More {
  cars: Person['cars']
  client_about: string | null
  has_two_factor: boolean
  parent: Person['protocol_parent_user']
  photo_at: Date | null
}

/** A user who works for the actor's companies, or a client of theirs; user.unknown for any other. */
export async function personView(db: Db, actor: Actor, userId: UserId, now: Date): Promise<Person> {
  const client = await findClient(db, actor, userId)
  const view = client ? await clientPage(db, actor, client, now) : await accountView(db, actor, userId, now)
  if (!view) throw new DomainError('user.unknown')
  return view
}

async function accountView(db: Db, actor: Actor, userId: UserId, now: Date): Promise<Person | null> {
  const person = await findAccount(db, actor, userId)
  if (!person) return null
  const found = sql`select id, name, 1 as place from users where id = ${userId}`
  const [{ rows }, more] = await Promise.all([peopleRows(actor.scope, found).execute(db), moreOf(db, actor, userId)])
  const row = rows[0]
  if (!row || !more) return null
  const administers = mayAdministerPerson(actor, person)
  return {
    ...asPersonRow({ ...row, about: more.client_about }, now),
    version: person.version,
    photo_url: userPhotoUrl(userId, more.photo_at),
    licence_no: person.licenceNo,
    protocol_parent_user: more.parent,
    cars: more.cars,
    has_password: person.hasPassword,
    has_two_factor: more.has_two_factor,
    is_yourself: person.userId === actor.userId,
    is_super_user: person.isSuperUser,
    may: {
      administer: administers,
      note: administers,
      ban: mayBan({ userId: actor.userId ?? NO_USER, roles: actor.roles }, person),
    },
  }
}

async function moreOf(db: Db, { scope }: Actor, userId: UserId): Promise<More | undefined> {
  const companies = scope.companies === 'every' ? null : [...scope.companies]
  const { rows } = await sql<More>`
    select coalesce((select json_agg(json_build_object('id', cars.id, 'indicativ', cars.indicativ, 'number', cars.number,
        'is_default', own.is_default) order by own.is_default desc, cars.indicativ)
      from driver_cars as own join cars on cars.id = own.car_id and cars.deleted_at is null
      where own.driver_id = users.id), '[]') as cars,
      (select about from company_clients as known where known.user_id = users.id
        and (${companies}::bigint[] is null or known.company_id = any(${companies}::bigint[]))
        order by known.company_id limit 1) as client_about,
      (select json_build_object('id', account.id, 'name', account.name) from company_clients as known
        join users as account on account.id = known.protocol_parent_user_id
        where known.user_id = users.id
        and (${companies}::bigint[] is null or known.company_id = any(${companies}::bigint[]))
        order by known.company_id limit 1) as parent,
      exists (select from two_factor where user_id = users.id and confirmed_at is not null) as has_two_factor,
      (select updated_at from user_photos where user_id = users.id) as photo_at
    from users where users.id = ${userId}
  `.execute(db)
  return rows[0]
}

/** A client's page in the shape of a person's page: only data that the actor's companies wrote. Fields of an account are empty. */
async function clientPage(db: Db, actor: Actor, client: ClientRecord, now: Date): Promise<Person | null> {
  const { userId, name, parentAccount, version } = client
  const found = sql`select ${userId}::bigint as id, ${name}::text as name, 1 as place`
  const { rows } = await clientRows(actor.scope, found).execute(db)
  const [row] = rows
  if (!row) return null
  const may = mayChangeClient(actor)
  return {
    ...asPersonRow(row, now),
    version,
    photo_url: null,
    licence_no: null,
    protocol_parent_user: parentAccount,
    cars: [],
    has_password: false,
    has_two_factor: false,
    is_yourself: false,
    is_super_user: false,
    may: { administer: may === 'administer', note: may !== 'nothing', ban: false },
  }
}
