import type { CompanyStanding } from '@dispecerat/contract/identity/companies'
import { sendProofAgain } from '@dispecerat/contract/site/sign-up'
import { Button } from '@mantine/core'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { vettingMessages as messages } from '../../../text/company-limits-messages.ts'
import { toast } from '../../../ui/dialogs/toast.ts'

/** Steps that are missing before a newly registered company can send messages. */
export function VettingLine({ standing, runsIt }: { standing: CompanyStanding; runsIt: boolean }) {
  const { company_id: id, name, approval, approval_reason: reason, is_email_proved: isProved } = standing
  const again = useAction((companyId: number, key) => request(sendProofAgain, { params: { id: companyId } }, { key }), {
    done: () => toast.good(messages.sent),
  })
  return (
    <>
      {approval === 'waiting' ? (
        <p className="standing standing-soon" role="status">
          {messages.waiting(name)}
        </p>
      ) : null}
      {approval === 'refused' ? (
        <p className="standing standing-stopped" role="status">
          {messages.refused(name, reason)}
        </p>
      ) : null}
      {isProved ? null : (
        <p className="standing standing-soon" role="status">
          <span>{messages.email(name)}</span>
          {runsIt ? (
            <Button size="compact-xs" variant="default" disabled={again.busy} onClick={() => void again.run(id)}>
              {messages.again}
            </Button>
          ) : null}
        </p>
      )}
    </>
  )
}
