import type { PersonRow } from '@dispecerat/contract/office/people'
import type { PeopleType } from '@dispecerat/domain/identity/role-grants'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { ReactNode } from 'react'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { money, shownDay, shownTime } from '../../text/format.ts'
import { peopleMessages as messages } from './people-messages.ts'
import { DocumentTag, StateTag } from './person/person-tags.tsx'
import { RowActs } from './row-acts.tsx'

/** Display name of a person; their phone, e-mail or id when the name is unknown. */
export function nameOf({ id, name, phone, email }: PersonRow): string {
  return name ?? (phone ? prettyPhone(phone) : (email ?? `#${id}`))
}

type Key = keyof typeof messages.columns

interface More {
  sortable?: true
  isNumber?: true
  hiddenByDefault?: true
}

function column(key: Key, render: (person: PersonRow) => ReactNode, more: More = {}): Column<PersonRow> {
  return { key, label: messages.columns[key], render, ...more }
}

const sorted = { sortable: true } as const

const NAME = column('name', nameOf, sorted)
const ACTS = column('actions', (person) => <RowActs person={person} name={nameOf(person)} />)
const CODE = column('identifier', ({ identifier }) => identifier, sorted)
const PHONE = column(
  'phone',
  ({ phone }) => (phone ? <span className="digits">{prettyPhone(phone)}</span> : null),
  sorted,
)
const MAIL = column('email', ({ email }) => email, sorted)
const STATE = column('state', (person) => <StateTag person={person} />)
const COMPANIES = column('companies', ({ companies }) => companies.map(({ name }) => name).join(', '))
const SEEN = column('last_seen_at', ({ last_seen_at }) => <time>{shownTime(last_seen_at)}</time>, sorted)
const ID = column('id', ({ id }) => id, { ...sorted, isNumber: true, hiddenByDefault: true })
const CREATED = column('created_at', ({ created_at }) => <time>{shownTime(created_at)}</time>, {
  hiddenByDefault: true,
})
const ROLES = column('roles', ({ roles }) => roles.map((role) => messages.roles[role]).join(', '))

const DRIVER: readonly Column<PersonRow>[] = [
  NAME,
  CODE,
  column('indicativ', ({ indicativ }) => indicativ, sorted),
  PHONE,
  { ...MAIL, hiddenByDefault: true },
  column('balance', ({ balance }) => (balance === null ? null : money(balance)), { ...sorted, isNumber: true }),
  column('papers', ({ papers: documents }) => (documents === null ? null : <DocumentTag state={documents} />)),
  column('licence_until', ({ licence_until }) => <time>{shownDay(licence_until)}</time>, sorted),
  column('attestation_until', ({ attestation_until }) => <time>{shownDay(attestation_until)}</time>, sorted),
  STATE,
  SEEN,
  ACTS,
  { ...COMPANIES, hiddenByDefault: true },
  ID,
  CREATED,
]
const CLIENT: readonly Column<PersonRow>[] = [
  NAME,
  PHONE,
  CODE,
  column('orders_count', ({ orders_count }) => orders_count, { isNumber: true }),
  column('about', ({ about }) => <span className="person-about">{about}</span>),
  COMPANIES,
  STATE,
  ACTS,
  { ...MAIL, hiddenByDefault: true },
  ID,
  CREATED,
]
const STAFF: readonly Column<PersonRow>[] = [NAME, CODE, PHONE, MAIL, ROLES, COMPANIES, STATE, SEEN, ID, CREATED]

/** The columns of each list. */
export function peopleColumns(type: PeopleType): readonly Column<PersonRow>[] {
  return type === 'driver' ? DRIVER : type === 'client' ? CLIENT : STAFF
}
