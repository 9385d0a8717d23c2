import { changeFinanceSettings, type FinanceSettings } from '@dispecerat/contract/finances'
import { COMMISSION_TYPES } from '@dispecerat/domain/commission'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { RonField } from '../../parts/ron-field.tsx'
import { financeWords } from '../../text/finance-words.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/toast.ts'

const words = financeWords.settings

/** What the company takes of each order and which balances it allows. */
export function SettingsForm({
  settings,
  onSaved,
}: {
  settings: FinanceSettings
  onSaved: (saved: FinanceSettings) => void
}) {
  const mayEdit = useUser().permissions.includes('finances.edit')
  const [draft, setDraft] = useState(settings)
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const put = (change: Partial<FinanceSettings>) => setDraft((now) => ({ ...now, ...change }))
  const save = useAction((body: FinanceSettings, key) => call(changeFinanceSettings, { body }, { key }), {
    done: ({ data }) => {
      setErrors({})
      setDraft(data)
      onSaved(data)
      toast.good(words.saved)
    },
    failed: (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      return Object.keys(fields).length > 0
    },
  })
  const isPercent = draft.commission_type === 'percent'
  const isDirty = JSON.stringify(draft) !== JSON.stringify(settings)
  const of = (field: string) => errors[field]?.join(' ')
  return (
    <form
      className="panel finance-part"
      aria-labelledby="settings-title"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run(draft)
      }}
    >
      <h2 id="settings-title">{words.title}</h2>
      <div className="finance-fields">
        <Select
          label={words.commission}
          data={COMMISSION_TYPES.map((type) => ({ value: type, label: words.types[type] }))}
          value={draft.commission_type}
          allowDeselect={false}
          onChange={(type) => put({ commission_type: COMMISSION_TYPES.find((one) => one === type) ?? 'none' })}
        />
        {draft.commission_type === 'none' ? null : (
          <RonField
            label={isPercent ? words.percentValue : words.fixedValue}
            max={isPercent ? 100 : 99_999.99}
            value={draft.commission_value}
            error={of('commission_value')}
            onChange={(value) => put({ commission_value: value ?? 0 })}
          />
        )}
        <RonField
          label={words.cardFee}
          max={100}
          value={draft.card_fee_percent}
          error={of('card_fee_percent')}
          onChange={(value) => put({ card_fee_percent: value ?? 0 })}
        />
        <Select
          label={words.payout}
          data={[
            { value: 'manual', label: words.payouts.manual },
            { value: 'auto', label: words.payouts.auto },
          ]}
          value={draft.protocol_payout}
          allowDeselect={false}
          onChange={(payout) => put({ protocol_payout: payout === 'auto' ? 'auto' : 'manual' })}
        />
        <RonField
          label={words.minToWork}
          description={words.minHint}
          allowNegative
          value={draft.min_balance_to_work}
          error={of('min_balance_to_work')}
          onChange={(value) => put({ min_balance_to_work: value })}
        />
        <RonField
          label={words.lowWarning}
          description={words.lowHint}
          allowNegative
          value={draft.low_balance_warning}
          error={of('low_balance_warning')}
          onChange={(value) => put({ low_balance_warning: value })}
        />
        <RonField
          label={words.negativeLimit}
          value={draft.allow_negative_limit}
          error={of('allow_negative_limit')}
          onChange={(value) => put({ allow_negative_limit: value ?? 0 })}
        />
      </div>
      <div className="finance-acts">
        <Button type="submit" disabled={!mayEdit || !isDirty} loading={save.busy}>
          {ro.save}
        </Button>
      </div>
    </form>
  )
}
