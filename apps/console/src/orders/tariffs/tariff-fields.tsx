import type { Tariff as Price } from '@dispecerat/domain/orders/tariff'
import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import type { EditForm } from '../../shared/edit-page/use-edit-form.ts'
import { tariffMessages as messages } from '../../shared/settings-page/tariff-messages.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { later } from '../../ui/later.ts'

const RonField = later(() => import('../../shared/orders/ron-field.tsx').then((m) => m.RonField))

const MONEY = ['start_fee', 'per_km', 'per_minute_wait', 'min_cost'] as const
const HOURS = ['night_from', 'night_to'] as const
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/
const MAX_PERCENT = 300

export type TariffValues = Record<(typeof MONEY)[number] | 'night_percent', number> &
  Record<(typeof HOURS)[number] | 'name', string>

export const NEW_TARIFF: TariffValues = {
  name: '',
  start_fee: 0,
  per_km: 0,
  per_minute_wait: 0,
  min_cost: 0,
  night_percent: 0,
  night_from: '22:00',
  night_to: '06:00',
}

/** The price for the fare rule; null while an amount or an hour is invalid. */
export function priceOf(values: TariffValues): Price | null {
  const amounts = [...MONEY.map((field) => values[field]), values.night_percent]
  const isWhole = amounts.every(Number.isFinite) && HOURS.every((field) => HOUR.test(values[field] ?? ''))
  if (!isWhole) return null
  const bani = (ron: number) => Math.round(ron * 100)
  return {
    startFeeBani: bani(values.start_fee),
    perKmBani: bani(values.per_km),
    perMinuteWaitBani: bani(values.per_minute_wait),
    minCostBani: bani(values.min_cost),
    nightPercent: values.night_percent,
    nightFrom: values.night_from,
    nightTo: values.night_to,
  }
}

/** An empty amount is sent as null, and the server names its field. */
export function TariffFields({ form }: { form: EditForm<TariffValues> }) {
  const { values, errors, set } = form
  return (
    <>
      <EditSection title={messages.sections.price}>
        <TextInput
          label={messages.fields.name}
          maxLength={60}
          value={values.name}
          error={errors.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        {MONEY.map((field) => (
          <Suspense key={field} fallback={<TextInput label={messages.fields[field]} disabled />}>
            <RonField
              label={messages.fields[field]}
              value={Number.isFinite(values[field]) ? values[field] : null}
              error={errors[field]}
              onChange={(ron) => set(field, ron ?? Number.NaN)}
            />
          </Suspense>
        ))}
      </EditSection>
      <EditSection title={messages.sections.night}>
        <NumberField
          label={messages.fields.night_percent}
          min={0}
          max={MAX_PERCENT}
          clampBehavior="none"
          allowDecimal={false}
          value={Number.isFinite(values.night_percent) ? values.night_percent : ''}
          error={errors.night_percent}
          onChange={(typed) => set('night_percent', typeof typed === 'number' ? typed : Number.NaN)}
        />
        {HOURS.map((field) => (
          <TextInput
            key={field}
            label={messages.fields[field]}
            description={messages.hourHint}
            maxLength={5}
            value={values[field]}
            error={errors[field]}
            onChange={(event) => set(field, event.currentTarget.value)}
          />
        ))}
      </EditSection>
    </>
  )
}
