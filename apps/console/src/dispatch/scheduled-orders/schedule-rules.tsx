import {
  changeScheduleRules,
  countScheduledOrders,
  listScheduledOrders,
  readScheduleRules,
  type ScheduleRules,
} from '@dispecerat/contract/dispatch/scheduled-orders'
import { MAX_LEAD_MINUTES } from '@dispecerat/domain/kernel/typed-text'
import { Button, Checkbox, Modal, NumberInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { scheduleMessages as messages } from './schedule-messages.ts'
import { useScheduleRules } from './use-scheduled.ts'

/** Lead time of the search before a scheduled order, by company. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn()
  const { data, isError, refetch } = useScheduleRules()
  return (
    <Modal
      opened
      onClose={onClose}
      title={messages.rulesTitle}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <p className="small dim">{messages.rulesHint}</p>
      {isError ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {data?.data.map((rules) => (
        <CompanyRules key={rules.company_id} rules={rules} isNamed={data.data.length > 1} />
      ))}
    </Modal>
  )
}

function CompanyRules({ rules, isNamed }: { rules: ScheduleRules; isNamed: boolean }) {
  const cache = useQueryClient()
  const mayChange = useUser().permissions.includes('company_settings.edit')
  const [isLearned, setLearned] = useState(rules.scheduled_lead_learned)
  const [lead, setLead] = useState<number | string>(rules.scheduled_lead_min)
  const [remind, setRemind] = useState<number | string>(rules.remind_before_min)
  const isWhole = typeof lead === 'number' && typeof remind === 'number'
  const save = useAction(
    (body: { scheduled_lead_learned: boolean; scheduled_lead_min: number; remind_before_min: number }, key) =>
      request(changeScheduleRules, { params: { id: rules.company_id }, body }, { key }),
    {
      done: () => {
        toast.good(messages.rulesSaved)
        void invalidate(cache, listScheduledOrders, countScheduledOrders, readScheduleRules)
      },
    },
  )
  return (
    <form
      className="schedule-rules"
      aria-label={rules.company_name}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWhole) return
        void save.run({ scheduled_lead_learned: isLearned, scheduled_lead_min: lead, remind_before_min: remind })
      }}
    >
      {isNamed ? <h3 className="panel-title">{rules.company_name}</h3> : null}
      <Checkbox
        label={messages.learnOf}
        description={messages.learnHint}
        disabled={!mayChange}
        checked={isLearned}
        onChange={(event) => setLearned(event.currentTarget.checked)}
      />
      <NumberInput
        label={messages.leadOf}
        min={0}
        max={MAX_LEAD_MINUTES}
        allowDecimal={false}
        readOnly={!mayChange}
        value={lead}
        onChange={setLead}
      />
      <NumberInput
        label={messages.remindOf}
        min={0}
        max={240}
        allowDecimal={false}
        readOnly={!mayChange}
        value={remind}
        onChange={setRemind}
      />
      <Button
        type="submit"
        size="compact-sm"
        disabled={!mayChange || !isWhole}
        title={mayChange ? undefined : messages.notAllowed}
        aria-description={mayChange ? undefined : messages.notAllowed}
        aria-busy={save.busy}
      >
        {save.busy ? ro.order.submitting : messages.save}
      </Button>
    </form>
  )
}
