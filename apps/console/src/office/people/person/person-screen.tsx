import { listChanges } from '@dispecerat/contract/office/changes'
import { createPerson, listPeople, type Person, readPerson, updatePerson } from '@dispecerat/contract/office/people'
import { listErasures } from '@dispecerat/contract/office/personal-data'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { mayReadPeople, PEOPLE_TYPES, type PeopleType, ROLES_OF_TYPE } from '@dispecerat/domain/identity/role-grants'
import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { endpointKey, invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { isPeopleType } from '../../../routes/params/people-params.ts'
import { useMyCompanies } from '../../../shared/companies/use-my-companies.ts'
import { ChangeHistory } from '../../../shared/edit-page/change-history.tsx'
import { EditPage } from '../../../shared/edit-page/edit-page.tsx'
import { useEditForm } from '../../../shared/edit-page/use-edit-form.ts'
import { later } from '../../../ui/later.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { NoSuchPage } from '../no-such-page.tsx'
import { peopleMessages } from '../people-messages.ts'
import { PersonAside } from './person-aside.tsx'
import { PersonFields } from './person-fields.tsx'
import { emptyValues, newPersonBody, type PersonValues, valuesOf } from './person-values.ts'
import '../people.css'

const messages = peopleMessages.page
/** Shown under the form, once the person has loaded. */
const PersonExtras = later(() => import('./person-extras.tsx').then((m) => m.PersonExtras))
const LABELS = peopleMessages.columns

/** /user/{id}/{role}: one person in one of their roles; /user/new/{role} adds one. */
export function PersonScreen() {
  const { id, role } = useParams({ from: '/app/user/$id/$role' })
  const { roles } = useUser()
  const type = isPeopleType(role) ? role : 'driver'
  if (!mayReadPeople(roles, type)) return <NoSuchPage />
  return id === 'new' ? <NewPerson key={type} type={type} /> : <KnownPerson key={id} id={Number(id)} type={type} />
}

function NewPerson({ type }: { type: PeopleType }) {
  const companies = useMyCompanies()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const form = useEditForm<PersonValues, { data: { id: number } }>({
    loaded: { values: emptyValues(type) },
    isNew: true,
    save: (_, { key, all }) => request(createPerson, { body: newPersonBody(type, all, companies) }, { key }),
    saved: ({ data }) => {
      void invalidate(cache, listPeople, listErasures)
      void navigate({ to: '/user/$id/$role', params: { id: String(data.id), role: type }, replace: true })
    },
  })
  return (
    <EditPage title={peopleMessages.add[type]} form={form} isNew labels={LABELS} aside={<BackToList type={type} />}>
      <PersonFields type={type} form={form} companies={companies} isNew mayAdminister mayNote />
    </EditPage>
  )
}

function BackToList({ type }: { type: PeopleType }) {
  return (
    <LinkButton size="compact-sm" variant="default" to="/users/$type" params={{ type }} search={{}}>
      {peopleMessages.titles[type]}
    </LinkButton>
  )
}

/** The person as stored, the form of their fields, and what to read again after a change. */
function usePersonForm(id: number, type: PeopleType) {
  const cache = useQueryClient()
  const { data, error, isError, refetch } = useEndpointQuery(readPerson, { params: { id } })
  const person = data?.data
  const navigate = useNavigate()
  /* The company's notes about a client have an audit log of their own beside the account's. */
  const entity = type === 'client' ? 'client' : 'user'
  const keep = (fresh: { data: Person }) => {
    cache.setQueryData(endpointKey(readPerson, { params: { id: fresh.data.id } }), fresh)
    void invalidate(cache, listPeople, listErasures, [listChanges, { query: { entity, entity_id: id } }])
    /* A client is identified by the phone: with another one the client is another user. */
    if (fresh.data.id !== id) {
      void navigate({ to: '/user/$id/$role', params: { id: String(fresh.data.id), role: type }, replace: true })
    }
  }
  const readAgain = () => {
    void invalidate(cache, [readPerson, { params: { id } }], listPeople, listErasures, [
      listChanges,
      { query: { entity, entity_id: id } },
    ])
  }
  const form = useEditForm<PersonValues, { data: Person }>({
    loaded: person && { values: valuesOf(person), version: person.version },
    save: (changes, { version, key: once }) =>
      request(updatePerson, { params: { id }, body: bodyOf(changes) }, { key: once, version }),
    saved: keep,
    reload: () => refetch(),
  })
  return { person, error, isError, refetch, form, entity, keep, readAgain }
}

function KnownPerson({ id, type }: { id: number; type: PeopleType }) {
  const companies = useMyCompanies()
  const { roles } = useUser()
  const { person, error, isError, refetch, form, entity, keep, readAgain } = usePersonForm(id, type)
  const own = person ? typeOf(person, type, roles) : type
  if (own !== type) return <Navigate to="/user/$id/$role" params={{ id: String(id), role: own }} replace />
  const may = person?.may ?? { administer: false, note: false, ban: false }
  const name = person?.name ?? person?.phone ?? person?.email ?? `#${id}`
  return (
    <EditPage
      title={`${peopleMessages.one[type]}: ${name}`}
      aside={
        person ? (
          <PersonAside person={person} type={type} name={name} onChange={readAgain} />
        ) : (
          <BackToList type={type} />
        )
      }
      form={form}
      isLoading={!person && !isError}
      error={person ? null : error}
      notFound={messages.notFound}
      onRetry={() => void refetch()}
      isReadOnly={!may.administer && !may.note}
      labels={LABELS}
      below={
        person ? (
          <Suspense fallback={<Skeleton height={160} />}>
            <PersonExtras person={person} type={type} onChange={readAgain} onSaved={keep} />
            <ChangeHistory entity={entity} entityId={id} labels={LABELS} />
          </Suspense>
        ) : null
      }
    >
      {person ? (
        <>
          {may.administer ? null : <p className="dim">{may.note ? messages.noteOnly : messages.readOnly}</p>}
          <PersonFields
            type={type}
            form={form}
            person={person}
            companies={companies}
            mayAdminister={may.administer}
            mayNote={may.note}
          />
        </>
      ) : null}
    </EditPage>
  )
}

/** The requested page or, for a person without that role, the first of their pages that this user may read. */
function typeOf({ roles }: Person, requested: PeopleType, readers: readonly Role[]): PeopleType {
  const fits = (type: PeopleType) => roles.some((role) => ROLES_OF_TYPE[type].includes(role))
  /* A member of staff may also be a client, without the role. */
  if (requested === 'client' || fits(requested)) return requested
  return PEOPLE_TYPES.find((type) => mayReadPeople(readers, type) && fits(type)) ?? 'client'
}

function bodyOf({ company_ids, roles: _roles, password: _password, ...plain }: Partial<PersonValues>) {
  return { ...plain, ...(company_ids === undefined ? {} : { company_ids: [...company_ids] }) }
}
