import type { Company } from '@dispecerat/contract/identity/companies'
import { decideApproval } from '@dispecerat/contract/identity/company-limits'
import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { companyLimitsMessages as messages } from '../../text/company-limits-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'

interface Decision {
  approval: 'approved' | 'refused'
  reason?: string
}

/** A registered company: the platform approves it, or refuses it with a reason. */
export function CompanyApprovalSection({
  company,
  onChange,
}: {
  company: Company
  onChange: (fresh: { data: Company }) => void
}) {
  const { id, approval, approval_reason: was } = company
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const decide = useAction((body: Decision, key) => request(decideApproval, { params: { id }, body }, { key }), {
    done: (fresh) => {
      onChange(fresh)
      toast.good(fresh.data.approval === 'approved' ? messages.approved : messages.refused)
    },
    failed: (error) => {
      const [reason] = error instanceof ApiError ? (error.fields.reason ?? []) : []
      setWrong(reason ?? null)
      return reason !== undefined
    },
  })
  return (
    <EditSection title={messages.approval}>
      <div className="wide">
        <p>{messages.now(messages.approvals[approval])}</p>
        {was ? <p className="small dim">{messages.reasonWas(was)}</p> : null}
        {company.is_email_proved ? null : <p className="small dim">{messages.emailNotProved}</p>}
        {approval === 'approved' ? null : (
          <>
            {approval === 'refused' ? null : (
              <Textarea
                label={messages.reason}
                description={messages.reasonHint}
                autosize
                minRows={2}
                maxLength={500}
                value={reason}
                error={wrong}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
            <Group gap="xs" mt="xs">
              <Button disabled={decide.busy} onClick={() => void decide.run({ approval: 'approved' })}>
                {messages.approve}
              </Button>
              {approval === 'refused' ? null : (
                <Button
                  variant="default"
                  disabled={decide.busy}
                  onClick={() => void decide.run({ approval: 'refused', reason })}
                >
                  {messages.refuse}
                </Button>
              )}
            </Group>
          </>
        )}
      </div>
    </EditSection>
  )
}
