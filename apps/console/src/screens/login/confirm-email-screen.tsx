import { proveEmail } from '@dispecerat/contract/sign-up'
import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { confirmEmailWords as words } from '../../text/company-limits-words.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginSheet, Refusal } from './login-frame.tsx'

/** /confirm-email: proves the e-mail of a company with the token behind #. A button, because scanners of mail open links too. */
export function ConfirmEmailScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  const [isDone, setIsDone] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const prove = useAction((told: string, key) => call(proveEmail, { body: { token: told } }, { key }), {
    done: () => setIsDone(true),
    failed: (error) => {
      if (!(error instanceof ApiError)) return false
      setRefusal(error.isSilence ? ro.failures.network : error.message)
      return true
    },
  })
  const confirm = () => {
    setRefusal(null)
    void prove.run(token)
  }
  return (
    <LoginSheet>
      <Title order={1} size="h3">
        {words.title}
      </Title>
      {isDone ? (
        <Alert color="green" role="status">
          {words.done}
        </Alert>
      ) : (
        <Stack gap="sm">
          <Text size="sm">{token === '' ? words.incomplete : words.lead}</Text>
          <Refusal text={refusal} />
          {token === '' ? null : (
            <Button aria-busy={prove.busy} onClick={confirm} autoFocus>
              {prove.busy ? words.sending : words.confirm}
            </Button>
          )}
        </Stack>
      )}
      <LinkButton to="/login" variant={isDone ? 'filled' : 'subtle'}>
        {words.toLogin}
      </LinkButton>
    </LoginSheet>
  )
}
