import { listDiscounts } from '@dispecerat/contract/orders/discounts'
import { COUNTIES } from '@dispecerat/domain/billing/invoice'
import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import type { EditForm } from '../../shared/edit-page/use-edit-form.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { protocolMessages as messages } from '../protocol-messages.ts'
import type { ContractValues } from './contract-values.ts'

const { fields: labels } = messages
const MAX_LIMIT = 9_999_999.99
type Form = EditForm<ContractValues>

/** Validity, limit and payment terms of the contract. */
export function TermsFields({ form, companyId }: { form: Form; companyId: number }) {
  const { values, errors, set } = form
  return (
    <EditSection title={messages.sections.contract} note={<p className="dim small">{messages.limitHint}</p>}>
      <Typed form={form} field="contract_no" max={60} />
      <DateField
        clearable
        clearButtonProps={{ 'aria-label': messages.clear(labels.contract_until ?? '') }}
        label={labels.contract_until}
        value={values.contract_until || null}
        error={errors.contract_until}
        onChange={(day) => set('contract_until', day ?? '')}
      />
      <RonField
        label={labels.credit_limit}
        placeholder={messages.noLimit}
        max={MAX_LIMIT}
        value={values.credit_limit}
        error={errors.credit_limit}
        onChange={(limit) => set('credit_limit', limit)}
      />
      <Whole form={form} field="invoicing_day" max={28} />
      <Whole form={form} field="payment_days" max={365} />
      <DiscountField form={form} companyId={companyId} />
      <Switch
        label={labels.is_active}
        checked={values.is_active}
        onChange={(event) => set('is_active', event.currentTarget.checked)}
      />
    </EditSection>
  )
}

/** The buyer as printed on the invoice. */
export function BuyerFields({ form }: { form: Form }) {
  const { values, errors, set } = form
  return (
    <EditSection title={messages.sections.billing}>
      <Typed form={form} field="legal_name" max={200} />
      <Typed form={form} field="cui" max={20} />
      <Typed form={form} field="reg_com" max={60} />
      <Typed form={form} field="street" max={150} />
      <Typed form={form} field="city" max={50} hint={messages.cityHint} />
      <CountyField value={values.county} error={errors.county} onChange={(county) => set('county', county)} />
      <Typed form={form} field="contact_email" max={100} />
      <Switch
        label={labels.pays_vat}
        checked={values.pays_vat}
        onChange={(event) => set('pays_vat', event.currentTarget.checked)}
      />
    </EditSection>
  )
}

interface CountyProps {
  value: string
  error: string | undefined
  onChange: (code: string) => void
}

export function CountyField({ value, error, onChange }: CountyProps) {
  return (
    <NativeSelect
      label={labels.county}
      value={value}
      error={error}
      data={[
        { value: '', label: messages.noCounty },
        ...Object.entries(COUNTIES)
          .map(([code, label]) => ({ value: code, label }))
          .sort((a, b) => a.label.localeCompare(b.label, 'ro')),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface TypedProps {
  form: Form
  field: 'contract_no' | 'legal_name' | 'cui' | 'reg_com' | 'street' | 'city' | 'contact_email'
  max: number
  hint?: string
}

function Typed({ form: { values, errors, set }, field, max, hint }: TypedProps) {
  return (
    <TextInput
      label={labels[field]}
      description={hint}
      maxLength={max}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )
}

function Whole({ form, field, max }: { form: Form; field: 'invoicing_day' | 'payment_days'; max: number }) {
  return (
    <NumberInput
      label={labels[field]}
      min={0}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={form.values[field] ?? ''}
      error={form.errors[field]}
      onChange={(value) => form.set(field, value === '' ? null : Number(value))}
    />
  )
}

function DiscountField({ form, companyId }: { form: Form; companyId: number }) {
  const query = { company_id: companyId, trigger: 'protocol_company', per_page: 100 } as const
  const { data } = useEndpointQuery(listDiscounts, { query })
  return (
    <NativeSelect
      label={labels.discount_id}
      value={String(form.values.discount_id ?? '')}
      error={form.errors.discount_id}
      data={[
        { value: '', label: messages.noDiscount },
        ...(data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => form.set('discount_id', Number(event.currentTarget.value) || null)}
    />
  )
}
