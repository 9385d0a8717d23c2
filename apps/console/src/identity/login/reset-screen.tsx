import { beginReset, confirmReset } from '@dispecerat/contract/identity/account'
import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { fieldErrors } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { useForm } from '../../shared/form/use-form.ts'
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

/** The server's error about the whole form. */
function useRefusal() {
  const [text, setText] = useState<string | null>(null)
  const failed = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || Object.keys(fieldErrors(error)).length > 0) return false
    setText(error.isSilence ? ro.failures.network : error.message)
    return true
  }
  return { text, failed, clear: () => setText(null) }
}

function RequestLink() {
  const [isSent, setIsSent] = useState(false)
  const refusal = useRefusal()
  const form = useForm({
    initial: { email: '' },
    save: (body, key) => request(beginReset, { body }, { key }),
    done: () => setIsSent(true),
    failed: refusal.failed,
  })
  if (isSent) return <AllDone text={messages.sent} />
  const submit = () => {
    refusal.clear()
    form.submit()
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
        {...form.bind('email')}
      />
      <Refusal text={refusal.text} />
      <Button type="submit" aria-busy={form.busy}>
        {form.busy ? messages.sending : messages.send}
      </Button>
    </ResetForm>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const refusal = useRefusal()
  const form = useForm({
    initial: { password: '', again: '' },
    check: ({ password, again }) => (password === again ? {} : { again: accountMessages.different }),
    save: ({ password }, key) => request(confirmReset, { body: { token, password } }, { key }),
    done: () => setIsDone(true),
    failed: refusal.failed,
  })
  if (isDone) return <AllDone text={messages.done} />
  const submit = () => {
    refusal.clear()
    form.submit()
  }
  const secret = {
    size: 'sm' as const,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': accountMessages.show },
  }
  return (
    <ResetForm title={messages.choose} onSubmit={submit}>
      <PasswordInput {...secret} label={accountMessages.fresh} {...form.bind('password')} />
      <PasswordInput {...secret} label={accountMessages.again} {...form.bind('again')} />
      <Refusal text={refusal.text} />
      <Button type="submit" aria-busy={form.busy}>
        {form.busy ? messages.sending : messages.save}
      </Button>
    </ResetForm>
  )
}
