import { type BillingProfile, readBillingProfile, saveBillingProfile } from '@dispecerat/contract/billing/protocol'
import { VAT_STATES, type VatState } from '@dispecerat/domain/billing/invoice'
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointKey, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { CompanyField } from '../../shared/edit-page/company-field.tsx'
import { EditPage, EditSection } from '../../shared/edit-page/edit-page.tsx'
import { type EditForm, useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { CountyField } from '../protocol/contract-fields.tsx'
import { protocolMessages as messages } from '../protocol-messages.ts'

const { fields: labels } = messages
const TEXTS = ['exemption_reason', 'reg_com', 'email', 'iban', 'bank'] as const
type TextField = (typeof TEXTS)[number]
type Values = Omit<BillingProfile, TextField> & Record<TextField, string>
type Form = EditForm<Values>

const EMPTY: Values = {
  legal_name: '',
  cui: '',
  vat_state: 'registered',
  vat_percent: 21,
  exemption_reason: '',
  reg_com: '',
  street: '',
  city: '',
  county: '',
  email: '',
  iban: '',
  bank: '',
  series: '',
  credit_series: '',
}

/** /protocol/billing: the issuer of a company's invoices, and its taxes. */
export function BillingScreen() {
  const companies = useMyCompanies()
  const [chosen, setChosen] = useState<number | null>(null)
  const companyId = chosen ?? companies[0]?.id ?? null
  return (
    <>
      {companyId === null ? null : (
        <BillingPage
          key={companyId}
          companyId={companyId}
          choice={
            <CompanyField label={labels.company_id ?? ''} value={companyId} error={undefined} onChange={setChosen} />
          }
        />
      )}
    </>
  )
}

function BillingPage({ companyId, choice }: { companyId: number; choice: React.ReactNode }) {
  const cache = useQueryClient()
  const { data, error, isLoading, refetch } = useEndpointQuery(readBillingProfile, { query: { company_id: companyId } })
  const profile = data?.data ?? null
  const form = useEditForm<Values, { data: BillingProfile; version: number }>({
    loaded: data && { values: profile === null ? EMPTY : valuesOf(profile), version: data.version },
    /* Saved as a whole, because its fields are validated together; the version protects concurrent changes. */
    save: (_, { key, version, all }) =>
      request(saveBillingProfile, { body: { ...all, company_id: companyId } }, { key, version }),
    saved: (reply) => cache.setQueryData(endpointKey(readBillingProfile, { query: { company_id: companyId } }), reply),
    reload: refetch,
  })
  return (
    <EditPage
      title={messages.titles.billing}
      aside={choice}
      form={form}
      isLoading={isLoading}
      error={data ? null : error}
      onRetry={() => void refetch()}
      labels={labels}
    >
      <EditSection
        title={messages.billing.seller}
        note={profile === null ? <p className="dim">{messages.billing.first}</p> : null}
      >
        <Typed form={form} field="legal_name" max={200} required />
        <Typed form={form} field="cui" max={20} required />
        <Typed form={form} field="reg_com" max={60} />
        <Typed form={form} field="street" max={150} required />
        <Typed form={form} field="city" max={50} required hint={messages.cityHint} />
        <CountyField
          value={form.values.county}
          error={form.errors.county}
          onChange={(county) => form.set('county', county)}
        />
        <Typed form={form} field="email" max={100} />
        <Typed form={form} field="iban" max={40} />
        <Typed form={form} field="bank" max={100} />
      </EditSection>
      <TaxFields form={form} />
    </EditPage>
  )
}

function TaxFields({ form }: { form: Form }) {
  const { values, errors, set } = form
  return (
    <EditSection title={messages.billing.tax} note={<p className="dim small">{messages.billing.seriesHint}</p>}>
      <NativeSelect
        label={labels.vat_state}
        value={values.vat_state}
        error={errors.vat_state}
        data={VAT_STATES.map((value) => ({ value, label: messages.vatStates[value] }))}
        onChange={(event) => set('vat_state', event.currentTarget.value as VatState)}
      />
      {values.vat_state === 'registered' ? (
        <NumberInput
          label={labels.vat_percent}
          min={0}
          max={100}
          decimalScale={2}
          decimalSeparator=","
          hideControls
          value={values.vat_percent}
          error={errors.vat_percent}
          onChange={(percent) => set('vat_percent', Number(percent))}
        />
      ) : null}
      {values.vat_state === 'exempt' ? <Typed form={form} field="exemption_reason" max={100} required /> : null}
      <Typed form={form} field="series" max={10} required />
      <Typed form={form} field="credit_series" max={10} required />
    </EditSection>
  )
}

interface TypedProps {
  form: Form
  field: TextField | 'legal_name' | 'cui' | 'street' | 'city' | 'series' | 'credit_series'
  max: number
  required?: boolean
  hint?: string
}

function Typed({ form: { values, errors, set }, field, max, required = false, hint }: TypedProps) {
  return (
    <TextInput
      label={labels[field]}
      description={hint}
      required={required}
      maxLength={max}
      value={values[field] ?? ''}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )
}

function valuesOf(profile: BillingProfile): Values {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, profile[field] ?? ''])) as Record<TextField, string>
  return { ...profile, ...texts }
}
