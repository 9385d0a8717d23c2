import { beginReset, confirmReset } from '@dispecerat/contract/identity/account'
import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { accountMessages } from '../account-messages.ts'
import { LoginFrame, LoginSheet, Refusal } from './login-frame.tsx'

const messages = accountMessages.reset

/** /reset-password: requests a link, or with the token after # sets a new password. */
export function ResetScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  return token === '' ? <RequestLink /> : <ChoosePassword key={token} token={token} />
}

function ResetForm({ title, children, onSubmit }: { title: string; children: ReactNode; onSubmit: () => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <LoginFrame title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {children}
          <LinkButton to="/login" variant="subtle">
            {messages.toLogin}
          </LinkButton>
        </Stack>
      </form>
    </LoginFrame>
  )
}

function AllDone({ text }: { text: string }) {
  return (
    <LoginSheet>
      <Title order={1} size="h3">
        {messages.title}
      </Title>
      <Alert color="green" role="status">
        {text}
      </Alert>
      <LinkButton to="/login">{messages.toLogin}</LinkButton>
    </LoginSheet>
  )
}

/** The server's error about a field, or about the whole form. */
function useProblem() {
  const [problem, setProblem] = useState<{ field: string | null; text: string } | null>(null)
  const showErrors = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false
    const [first] = Object.entries(error.fields)
    if (first) setProblem({ field: first[0], text: first[1].join(' ') })
    else setProblem({ field: null, text: error.isSilence ? ro.failures.network : error.message })
    return true
  }
  const at = (field: string) => (problem?.field === field ? problem.text : undefined)
  return { tell: showErrors, at, set: setProblem, whole: problem?.field === null ? problem.text : null }
}

function RequestLink() {
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  const problem = useProblem()
  const requestLink = useAction((to: string, key) => request(beginReset, { body: { email: to } }, { key }), {
    done: () => setIsSent(true),
    failed: problem.tell,
  })
  if (isSent) return <AllDone text={messages.sent} />
  const submit = () => {
    problem.set(null)
    void requestLink.run(email)
  }
  return (
    <ResetForm title={messages.title} onSubmit={submit}>
      <Text size="sm">{messages.hint}</Text>
      <TextInput
        size="sm"
        type="email"
        label={accountMessages.email}
        autoComplete="username"
        autoFocus
        value={email}
        error={problem.at('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Refusal text={problem.whole} />
      <Button type="submit" aria-busy={requestLink.busy}>
        {requestLink.busy ? messages.sending : messages.send}
      </Button>
    </ResetForm>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isDone, setIsDone] = useState(false)
  const problem = useProblem()
  const choose = useAction(
    (chosen: string, key) => request(confirmReset, { body: { token, password: chosen } }, { key }),
    {
      done: () => setIsDone(true),
      failed: problem.tell,
    },
  )
  if (isDone) return <AllDone text={messages.done} />
  const submit = () => {
    problem.set(password === again ? null : { field: 'again', text: accountMessages.different })
    if (password === again) void choose.run(password)
  }
  const secret = {
    size: 'sm' as const,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': accountMessages.show },
  }
  return (
    <ResetForm title={messages.choose} onSubmit={submit}>
      <PasswordInput
        {...secret}
        label={accountMessages.fresh}
        value={password}
        error={problem.at('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        {...secret}
        label={accountMessages.again}
        value={again}
        error={problem.at('again')}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <Refusal text={problem.whole} />
      <Button type="submit" aria-busy={choose.busy}>
        {choose.busy ? messages.sending : messages.save}
      </Button>
    </ResetForm>
  )
}
