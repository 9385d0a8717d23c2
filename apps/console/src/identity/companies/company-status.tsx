import { type Company, changeCompanyStatus } from '@dispecerat/contract/identity/companies'
import { COMPANY_STATUSES, type CompanyStatus } from '@dispecerat/domain/identity/company'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { companyAdminMessages as messages } from '../../shared/places/company-admin-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'

const UNDO_MS = 6000

interface Input {
  status: CompanyStatus
  trial_until: string | null
}

/** Trial, active or suspended: set only by the platform. */
export function CompanyStatusSection({
  company,
  onChange,
}: {
  company: Company
  onChange: (fresh: { data: Company }) => void
}) {
  const { id } = company
  const now: Input = { status: company.status, trial_until: company.trial_until }
  const [input, setInput] = useState(now)
  const isSame = input.status === now.status && input.trial_until === now.trial_until
  const send = (body: Input, key: string) => request(changeCompanyStatus, { params: { id }, body }, { key })
  const undo = useAction(send, { done: onChange })
  const change = useAction(send, {
    done: (fresh) => {
      onChange(fresh)
      offerUndo({
        text: messages.statusChanged,
        label: messages.statusUndo,
        ms: UNDO_MS,
        undo: () => void undo.run(now),
      })
    },
  })
  const submit = () => {
    if (input.status !== 'suspended' || now.status === 'suspended') void change.run(input)
    else {
      const onYes = () => void change.run(input)
      confirm({ text: messages.suspendQuestion, yes: messages.suspendYes, danger: true, onYes })
    }
  }
  return (
    <EditSection title={messages.sections.status}>
      <div className="company-status wide">
        <NativeSelect
          label={messages.fields.status}
          value={input.status}
          data={COMPANY_STATUSES.map((value) => ({ value, label: messages.statuses[value] }))}
          onChange={({ currentTarget }) => setInput({ ...input, status: currentTarget.value as CompanyStatus })}
        />
        <DateField
          label={messages.fields.trial_until}
          clearable
          clearButtonProps={{ 'aria-label': messages.clearDay }}
          value={input.trial_until}
          onChange={(day) => setInput({ ...input, trial_until: day })}
        />
        <Button variant="default" disabled={isSame || change.busy} onClick={submit}>
          {messages.changeStatus}
        </Button>
      </div>
    </EditSection>
  )
}
