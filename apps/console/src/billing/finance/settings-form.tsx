import { changeFinanceSettings, type FinanceSettings } from '@dispecerat/contract/billing/finance'
import { COMMISSION_TYPES } from '@dispecerat/domain/billing/commission'
import { Button, Select } from '@mantine/core'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { EditConflict } from '../../shared/edit-page/edit-conflict.tsx'
import { type EditForm, useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { ro } from '../../text/ro.ts'
import { financeSettingsMessages as messages } from './finance-settings-messages.ts'

type Values = Omit<FinanceSettings, 'company_id' | 'version'>

const LABELS: Readonly<Record<keyof Values, string>> = {
  commission_type: messages.commission,
  commission_value: messages.commissionValue,
  card_fee_percent: messages.cardFee,
  protocol_payout: messages.payout,
  min_balance_to_work: messages.minToWork,
  low_balance_warning: messages.lowWarning,
  allow_negative_limit: messages.negativeLimit,
}

/** The company's commission and the allowed balances. */
export function SettingsForm({
  settings,
  onSaved,
  reload,
}: {
  settings: FinanceSettings
  onSaved: (saved: FinanceSettings) => void
  reload: () => Promise<unknown>
}) {
  const mayEdit = useUser().permissions.includes('finances.edit')
  const { company_id, version: read, ...values } = settings
  const form = useEditForm<Values, { data: FinanceSettings }>({
    loaded: { values, version: read },
    save: (changes, { version, key }) =>
      request(changeFinanceSettings, { body: { company_id, ...changes } }, { key, version }),
    saved: ({ data }) => onSaved(data),
    savedMessage: messages.saved,
    reload,
  })
  const isUnchanged = form.changed.length === 0
  return (
    <form
      className="panel finance-part"
      aria-labelledby="settings-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnchanged) void form.submit()
      }}
    >
      <h2 id="settings-title">{messages.title}</h2>
      <EditConflict form={form} labels={LABELS} />
      {/* An amount field keeps its typed text, so it is mounted anew when another user has saved. */}
      <div className="finance-fields" key={settings.version}>
        <CommissionFields form={form} />
        <BalanceFields form={form} />
      </div>
      <div className="finance-acts">
        <Button type="submit" disabled={!mayEdit || isUnchanged} loading={form.busy}>
          {ro.save}
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  form: EditForm<Values>
}

/** What the company takes from an order, and how orders of protocol companies are paid out. */
function CommissionFields({ form: { values, errors, set } }: FieldsProps) {
  const isPercent = values.commission_type === 'percent'
  return (
    <>
      <Select
        label={messages.commission}
        data={COMMISSION_TYPES.map((type) => ({ value: type, label: messages.types[type] }))}
        value={values.commission_type}
        allowDeselect={false}
        onChange={(type) => set('commission_type', COMMISSION_TYPES.find((one) => one === type) ?? 'none')}
      />
      {values.commission_type === 'none' ? null : (
        <RonField
          label={isPercent ? messages.percentValue : messages.fixedValue}
          max={isPercent ? 100 : 99_999.99}
          value={values.commission_value}
          error={errors.commission_value}
          onChange={(value) => set('commission_value', value ?? 0)}
        />
      )}
      <RonField
        label={messages.cardFee}
        max={100}
        value={values.card_fee_percent}
        error={errors.card_fee_percent}
        onChange={(value) => set('card_fee_percent', value ?? 0)}
      />
      <Select
        label={messages.payout}
        data={[
          { value: 'manual', label: messages.payouts.manual },
          { value: 'auto', label: messages.payouts.auto },
        ]}
        value={values.protocol_payout}
        allowDeselect={false}
        onChange={(payout) => set('protocol_payout', payout === 'auto' ? 'auto' : 'manual')}
      />
    </>
  )
}

/** Balances with which a driver may work, is warned, and may be in debt. */
function BalanceFields({ form: { values, errors, set } }: FieldsProps) {
  return (
    <>
      <RonField
        label={messages.minToWork}
        description={messages.minHint}
        allowNegative
        value={values.min_balance_to_work}
        error={errors.min_balance_to_work}
        onChange={(value) => set('min_balance_to_work', value)}
      />
      <RonField
        label={messages.lowWarning}
        description={messages.lowHint}
        allowNegative
        value={values.low_balance_warning}
        error={errors.low_balance_warning}
        onChange={(value) => set('low_balance_warning', value)}
      />
      <RonField
        label={messages.negativeLimit}
        value={values.allow_negative_limit}
        error={errors.allow_negative_limit}
        onChange={(value) => set('allow_negative_limit', value ?? 0)}
      />
    </>
  )
}
