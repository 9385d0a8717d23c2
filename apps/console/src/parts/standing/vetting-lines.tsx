import type { CompanyStanding } from '@dispecerat/contract/companies'
import { sendProofAgain } from '@dispecerat/contract/sign-up'
import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { vettingWords as words } from '../../text/company-limits-words.ts'
import { toast } from '../../ui/toast.ts'

/** What a company that signed up still waits for before anything leaves. */
export function VettingLines({ standings, runsIt }: { standings: readonly CompanyStanding[]; runsIt: boolean }) {
  const again = useAction((id: number, key) => call(sendProofAgain, { params: { id } }, { key }), {
    done: () => toast.good(words.sent),
  })
  return standings.map(({ company_id: id, name, approval, approval_reason: reason, is_email_proved: isProved }) => (
    <div key={id} role="status">
      {approval === 'waiting' ? <p className="standing standing-soon">{words.waiting(name)}</p> : null}
      {approval === 'refused' ? <p className="standing standing-stopped">{words.refused(name, reason)}</p> : null}
      {isProved ? null : (
        <p className="standing standing-soon">
          <span>{words.email(name)}</span>
          {runsIt ? (
            <Button size="compact-xs" variant="default" disabled={again.busy} onClick={() => void again.run(id)}>
              {words.again}
            </Button>
          ) : null}
        </p>
      )}
    </div>
  ))
}
