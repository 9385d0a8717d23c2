import { type Company, editCompany, listCompanies, readCompany } from '@dispecerat/contract/identity/companies'
import { listChanges } from '@dispecerat/contract/office/changes'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage, EditSection } from '../../shared/edit-page/edit-page.tsx'
import { type EditForm, useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { companyAdminMessages as messages } from '../../shared/places/company-admin-messages.ts'
import { settingsMessages } from '../../shared/settings-page/settings-messages.ts'
import { shownTime } from '../../text/format.ts'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import './company-admin.css'
import { CompanyChoice } from './company-choice.tsx'
import { CompanyLogo } from './company-logo.tsx'
import { CompanyStatusSection } from './company-status.tsx'
import { CompanyStatusTag } from './company-status-tag.tsx'

const CompanyCuiSection = later(() => import('./company-cui.tsx').then((m) => m.CompanyCuiSection))
const CompanyEfactura = later(() => import('./company-efactura.tsx').then((m) => m.CompanyEfactura))
const CompanyApprovalSection = later(() => import('./company-approval.tsx').then((m) => m.CompanyApprovalSection))
const CompanyLimits = later(() => import('./company-limits.tsx').then((m) => m.CompanyLimits))
const CompanyConsents = later(() => import('./company-consents.tsx').then((m) => m.CompanyConsents))
const PointOnMap = later(() => import('../../shared/places/point-on-map.tsx').then((m) => m.PointOnMap))

interface ProfileValues {
  name: string
  address: string
  phone: string
  description: string
  point: { lat: number; long: number } | null
}

/** /settings/company: the company's profile; administrators of the platform can open any company. */
export function CompanyScreen() {
  const { company: requested } = useSearch({ from: '/app/settings/company' }) as SettingsParams
  const { companies, permissions } = useUser()
  const returned = useLocation({ select: ({ searchStr }) => companyOfState(searchStr) })
  const id = requested ?? returned ?? companies[0]?.id
  if (id === undefined) {
    return (
      <main id="content" className="page">
        <h1>{settingsMessages.profile.title}</h1>
        <p>{messages.noOwn}</p>
        {permissions.includes('companies.administer') ? <ToList /> : null}
      </main>
    )
  }
  return <CompanyPage key={id} id={id} />
}

/** The tax authority redirects to one URL for every company; the `state` parameter begins with the company's id. */
function companyOfState(search: string): number | undefined {
  const [, id] = /^(\d{1,15})-/.exec(new URLSearchParams(search).get('state') ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

function ToList() {
  return (
    <LinkButton size="compact-sm" variant="default" to="/companies" search={{}}>
      {messages.toList}
    </LinkButton>
  )
}

function CompanyPage({ id }: { id: number }) {
  const cache = useQueryClient()
  const { permissions } = useUser()
  const mayAdminister = permissions.includes('companies.administer')
  const { data, error, isLoading, refetch } = useEndpointQuery(readCompany, { params: { id } })
  const company = data?.data
  const keep = (fresh: { data: Company }) => {
    cache.setQueryData(endpointKey(readCompany, { params: { id } }), fresh)
    void invalidate(cache, listCompanies, [listChanges, { query: { entity: 'company', entity_id: id } }])
  }
  const form = useEditForm<ProfileValues, { data: Company }>({
    loaded: company && { values: valuesOf(company), version: company.version },
    save: (changes, { version, key }) =>
      request(editCompany, { params: { id }, body: changeOf(changes) }, { key, version }),
    saved: keep,
    reload: refetch,
  })
  return (
    <EditPage
      title={company ? messages.profileOf(company.name) : settingsMessages.profile.title}
      aside={
        <>
          {company ? <CompanyStatusTag status={company.status} /> : null}
          <CompanyChoice id={id} to="/settings/company" />
          <span className="table-tools-space" />
          {mayAdminister ? <ToList /> : null}
        </>
      }
      form={form}
      isLoading={isLoading}
      error={company ? null : error}
      notFound={messages.notFound}
      onRetry={() => void refetch()}
      labels={messages.fields}
    >
      {company ? (
        <>
          <ProfileFields form={form} company={company} />
          {mayAdminister && company.approval !== 'approved' ? (
            <Suspense fallback={<Skeleton height={100} />}>
              <CompanyApprovalSection key={`approval-${company.version}`} company={company} onChange={keep} />
            </Suspense>
          ) : null}
          <PlaceSection form={form} />
          <CompanyLogo company={company} onChange={keep} />
          {mayAdminister ? <CompanyStatusSection key={company.version} company={company} onChange={keep} /> : null}
          <Suspense fallback={<Skeleton height={100} />}>
            {mayAdminister ? <CompanyCuiSection id={id} onChange={() => void refetch()} /> : null}
            {permissions.includes('protocol.bill') ? <CompanyEfactura id={id} /> : null}
            <CompanyLimits id={id} mayChange={mayAdminister} />
            <CompanyConsents id={id} />
          </Suspense>
          <ChangeHistory entity="company" entityId={id} labels={messages.fields} />
        </>
      ) : null}
    </EditPage>
  )
}

type Form = EditForm<ProfileValues>

function ProfileFields({ form, company }: { form: Form; company: Company }) {
  const { values, errors, set } = form
  const { facts, fields } = messages
  const known = [
    [
      facts.cui,
      company.cui && `${company.cui} · ${company.cui_verified ? messages.cuiApproved : messages.cuiNotApproved}`,
    ],
    [facts.euid, company.euid],
    [facts.package, messages.packages[company.package_id]],
    [facts.created, shownTime(company.created_at)],
  ] as const
  return (
    <EditSection title={messages.sections.profile}>
      <dl className="company-facts small wide">
        {known.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <TextInput
        label={fields.name}
        required
        maxLength={200}
        value={values.name}
        error={errors.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <TextInput
        label={fields.phone}
        type="tel"
        maxLength={40}
        value={values.phone}
        error={errors.phone}
        onChange={(event) => set('phone', event.currentTarget.value)}
      />
      <TextInput
        className="wide"
        label={fields.address}
        maxLength={300}
        value={values.address}
        error={errors.address}
        onChange={(event) => set('address', event.currentTarget.value)}
      />
      <Textarea
        className="wide"
        label={fields.description}
        autosize
        minRows={2}
        maxLength={2000}
        value={values.description}
        error={errors.description}
        onChange={(event) => set('description', event.currentTarget.value)}
      />
    </EditSection>
  )
}

function PlaceSection({ form }: { form: Form }) {
  const { values, errors, set } = form
  return (
    <EditSection title={messages.sections.place} note={<p className="small dim">{messages.placeHint}</p>}>
      <Suspense fallback={<Skeleton className="wide" height={440} />}>
        <PointOnMap
          point={values.point}
          error={errors.lat ?? errors.lng}
          onMove={(point) => set('point', point)}
          onDrop={() => set('point', null)}
        />
      </Suspense>
    </EditSection>
  )
}

function valuesOf({ name, address, phone, description, lat, lng }: Company): ProfileValues {
  const point = lat === null || lng === null ? null : { lat, long: lng }
  return { name, address: address ?? '', phone: phone ? prettyPhone(phone) : '', description: description ?? '', point }
}

function changeOf({ point, ...texts }: Partial<ProfileValues>) {
  return { ...texts, ...(point === undefined ? {} : { lat: point?.lat ?? null, lng: point?.long ?? null }) }
}
