import { proveEmail } from '@dispecerat/contract/site/sign-up'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { confirmEmailMessages as messages } from '../../text/company-limits-messages.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/**
 * Confirms the e-mail address of a company with the token of a mailed link. It needs a press of the button, because
 * mail scanners open links too.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const prove = useAction(
    (mailedToken: string, key) => request(proveEmail, { body: { token: mailedToken } }, { key }),
    {
      done: () => setIsDone(true),
      failed: (error) => {
        if (!(error instanceof ApiError)) return false
        setRefusal(error.isSilence ? ro.failures.network : error.message)
        return true
      },
    },
  )
  const confirm = () => {
    setRefusal(null)
    void prove.run(token)
  }
  return (
    <>
      <h1>{messages.title}</h1>
      {isDone ? (
        <div role="status">
          <p className="site-lead">{messages.done}</p>
          <LinkButton to="/login">{messages.toLogin}</LinkButton>
        </div>
      ) : (
        <>
          <p className="site-lead">{messages.lead}</p>
          {refusal === null ? null : (
            <Alert color="red" variant="light" role="alert" p="xs" mb="sm">
              {refusal}
            </Alert>
          )}
          <Button aria-busy={prove.busy} onClick={confirm} autoFocus>
            {prove.busy ? messages.sending : messages.confirm}
          </Button>
        </>
      )}
    </>
  )
}
