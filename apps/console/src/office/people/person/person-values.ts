import type { RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { createPerson, Person } from '@dispecerat/contract/office/people'
import type { Role } from '@dispecerat/domain/identity/permissions'
import type { PeopleType } from '@dispecerat/domain/identity/role-grants'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'

/** The fields of the form, named as in the API. */
export interface PersonValues {
  name: string
  phone: string
  email: string
  identifier: string
  about: string
  protocol_parent_user_id: number | null
  company_ids: readonly number[]
  licence_no: string
  licence_until: string | null
  attestation_until: string | null
  /** Only of a new person. */
  roles: readonly Role[]
  password: string
}

const ROLE_OF_TYPE: Record<PeopleType, Role> = {
  dispatcher: 'dispatcher',
  driver: 'driver',
  client: 'client',
  company: 'company',
  admin: 'admin',
}

export function valuesOf(person: Person): PersonValues {
  return {
    name: person.name ?? '',
    phone: person.phone ? prettyPhone(person.phone) : '',
    email: person.email ?? '',
    identifier: person.identifier ?? '',
    about: person.about ?? '',
    protocol_parent_user_id: person.protocol_parent_user?.id ?? null,
    company_ids: person.companies.map(({ id }) => id),
    licence_no: person.licence_no ?? '',
    licence_until: person.licence_until,
    attestation_until: person.attestation_until,
    roles: person.roles,
    password: '',
  }
}

export function emptyValues(type: PeopleType): PersonValues {
  return {
    name: '',
    phone: '',
    email: '',
    identifier: '',
    about: '',
    protocol_parent_user_id: null,
    company_ids: [],
    licence_no: '',
    licence_until: null,
    attestation_until: null,
    roles: [ROLE_OF_TYPE[type]],
    password: '',
  }
}

/** The only company of a user is filled in. */
export function newPersonBody(
  type: PeopleType,
  values: PersonValues,
  companies: readonly { id: number }[],
): NonNullable<RequestInput<typeof createPerson>['body']> {
  const { name, phone, email, identifier, about, company_ids, password, roles } = values
  const documents =
    type === 'driver'
      ? {
          licence_no: values.licence_no,
          licence_until: values.licence_until,
          attestation_until: values.attestation_until,
        }
      : {}
  return {
    name,
    phone,
    email,
    identifier,
    about,
    password,
    ...documents,
    ...(type === 'client' ? { protocol_parent_user_id: values.protocol_parent_user_id } : {}),
    roles: [...roles],
    company_ids: companies.length === 1 ? companies.map(({ id }) => id) : [...company_ids],
  }
}
