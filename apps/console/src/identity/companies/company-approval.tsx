import type { Company } from '@dispecerat/contract/identity/companies'
import { decideApproval } from '@dispecerat/contract/identity/company-limits'
import { Button, Group, Textarea } from '@mantine/core'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { useForm } from '../../shared/form/use-form.ts'
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
  const send = (body: Decision, key: string) => request(decideApproval, { params: { id }, body }, { key })
  const done = (fresh: { data: Company }) => {
    onChange(fresh)
    toast.good(fresh.data.approval === 'approved' ? messages.approved : messages.refused)
  }
  const approve = useAction((_: null, key) => send({ approval: 'approved' }, key), { done })
  const refusal = useForm({
    initial: { reason: '' },
    save: ({ reason }, key) => send({ approval: 'refused', reason }, key),
    done,
  })
  const isBusy = approve.busy || refusal.busy
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
                {...refusal.bind('reason')}
              />
            )}
            <Group gap="xs" mt="xs">
              <Button disabled={isBusy} onClick={() => void approve.run(null)}>
                {messages.approve}
              </Button>
              {approval === 'refused' ? null : (
                <Button variant="default" disabled={isBusy} onClick={() => refusal.submit()}>
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
