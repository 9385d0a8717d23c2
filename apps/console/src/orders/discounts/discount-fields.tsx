import { listProtocolCompanies, listServices } from '@dispecerat/contract/orders/company-dispatch'
import {
  DISCOUNT_TRIGGERS,
  DISCOUNT_TYPES,
  type DiscountTrigger,
  type DiscountType,
} from '@dispecerat/domain/orders/discount'
import { Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { CompanyField } from '../../shared/edit-page/company-field.tsx'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import type { EditForm } from '../../shared/edit-page/use-edit-form.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { discountMessages as messages } from '../discount-messages.ts'
import type { DiscountValues } from './discount-values.ts'

const { fields: labels, hints } = messages
const HARDLY_CHANGES_MS = 10 * 60_000
type Form = EditForm<DiscountValues>

/** The amount of the discount, and who bears it. */
export function AmountFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const { values, errors, set } = form
  return (
    <EditSection title={messages.sections.amount} note={<p className="dim small">{hints.best}</p>}>
      {isNew ? (
        <CompanyField
          label={labels.company_id ?? ''}
          value={values.company_id}
          error={errors.company_id}
          onChange={(id) => set('company_id', id)}
        />
      ) : null}
      <TextInput
        label={labels.name}
        required
        maxLength={80}
        value={values.name}
        error={errors.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <NativeSelect
        label={labels.type}
        value={values.type}
        error={errors.type}
        data={DISCOUNT_TYPES.map((value) => ({ value, label: messages.types[value] }))}
        onChange={(event) => set('type', event.currentTarget.value as DiscountType)}
      />
      <RonField
        label={values.type === 'percent' ? messages.percent : messages.ron}
        required
        value={values.value}
        error={errors.value}
        onChange={(value) => set('value', value)}
      />
      <RonField
        label={labels.max_amount}
        placeholder={hints.noLimit}
        value={values.max_amount}
        error={errors.max_amount}
        onChange={(value) => set('max_amount', value)}
      />
      <RonField
        label={labels.min_cost}
        value={values.min_cost}
        error={errors.min_cost}
        onChange={(value) => set('min_cost', value)}
      />
      <NumberInput
        label={labels.compensated_percent}
        description={hints.compensated}
        min={0}
        max={100}
        allowDecimal={false}
        hideControls
        value={values.compensated_percent ?? ''}
        error={errors.compensated_percent}
        onChange={(value) => set('compensated_percent', value === '' ? null : Number(value))}
      />
      <Switch
        label={labels.is_active}
        checked={values.is_active}
        onChange={(event) => set('is_active', event.currentTarget.checked)}
      />
    </EditSection>
  )
}

/** The orders that get the discount. */
export function TriggerFields({ form }: { form: Form }) {
  const { values, errors, set } = form
  return (
    <EditSection title={messages.sections.when}>
      <NativeSelect
        label={labels.trigger}
        value={values.trigger}
        error={errors.trigger}
        data={DISCOUNT_TRIGGERS.map((value) => ({ value, label: messages.triggers[value] }))}
        onChange={(event) => set('trigger', event.currentTarget.value as DiscountTrigger)}
      />
      {values.trigger === 'every_nth_order' ? <Whole form={form} field="nth" max={1000} placeholder="" /> : null}
      {values.trigger === 'promo_code' ? (
        <TextInput
          label={labels.code}
          required
          maxLength={24}
          autoComplete="off"
          value={values.code}
          error={errors.code}
          onChange={(event) => set('code', event.currentTarget.value.toUpperCase())}
        />
      ) : null}
      {values.trigger === 'protocol_company' ? <AccountField form={form} /> : null}
      <div className="wide">
        <DayBoxes form={form} />
      </div>
      {(['time_from', 'time_to'] as const).map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
          placeholder="HH:mm"
          className="digits"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          description={field === 'time_to' ? hints.hours : undefined}
          value={values[field]}
          error={errors[field]}
          onChange={(event) => set(field, event.currentTarget.value)}
        />
      ))}
      {(['valid_from', 'valid_to'] as const).map((field) => (
        <DateField
          key={field}
          clearable
          clearButtonProps={{ 'aria-label': messages.clear(labels[field] ?? field) }}
          label={labels[field]}
          value={values[field] || null}
          error={errors[field]}
          onChange={(day) => set(field, day ?? '')}
        />
      ))}
      <div className="wide">
        <ServiceBoxes form={form} />
      </div>
    </EditSection>
  )
}

/** Limits on the use of the discount. */
export function LimitFields({ form }: { form: Form }) {
  return (
    <EditSection title={messages.sections.limits}>
      <Whole form={form} field="max_uses" max={10_000_000} placeholder={hints.noLimit} />
      <Whole form={form} field="max_uses_per_client" max={10_000} placeholder={hints.noLimit} />
    </EditSection>
  )
}

interface WholeProps {
  form: Form
  field: 'nth' | 'max_uses' | 'max_uses_per_client'
  max: number
  placeholder: string
}

function Whole({ form, field, max, placeholder }: WholeProps) {
  return (
    <NumberInput
      label={labels[field]}
      placeholder={placeholder}
      min={1}
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

function AccountField({ form }: { form: Form }) {
  const { data } = useEndpointQuery(listProtocolCompanies, {}, { staleTime: HARDLY_CHANGES_MS })
  return (
    <NativeSelect
      label={labels.protocol_user_id}
      description={hints.contract}
      value={String(form.values.protocol_user_id ?? '')}
      error={form.errors.protocol_user_id}
      data={[
        { value: '', label: messages.anyAccount },
        ...(data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? String(id) })),
      ]}
      onChange={(event) => form.set('protocol_user_id', Number(event.currentTarget.value) || null)}
    />
  )
}

function DayBoxes({ form }: { form: Form }) {
  return (
    <Checkbox.Group
      label={labels.days}
      description={messages.allDays}
      error={form.errors.days}
      value={form.values.days.map(String)}
      onChange={(days) =>
        form.set(
          'days',
          days.map(Number).sort((a, b) => a - b),
        )
      }
    >
      <div className="discount-days">
        {messages.dayNames.map((name, index) => (
          <Checkbox key={name} size="xs" value={String(index + 1)} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function ServiceBoxes({ form }: { form: Form }) {
  const { data } = useEndpointQuery(listServices, {}, { staleTime: HARDLY_CHANGES_MS })
  return (
    <Checkbox.Group
      label={labels.service_ids}
      description={messages.allServices}
      error={form.errors.service_ids}
      value={form.values.service_ids.map(String)}
      onChange={(ids) => form.set('service_ids', ids.map(Number))}
    >
      <div className="discount-days">
        {(data?.data ?? []).map(({ id, name }) => (
          <Checkbox key={id} size="xs" value={String(id)} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
