import { setUp } from '@dispecerat/contract/identity/accounts'
import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { fieldErrors } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { startSession } from '../../api/session.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'

const messages = ro.setUp
const EMPTY = { name: '', email: '', password: '', again: '' }
type Field = keyof typeof EMPTY

function problemsOf(typed: typeof EMPTY): Record<string, string> {
  const empty = Object.entries(typed).filter(([, text]) => text.trim() === '')
  const problems = Object.fromEntries(empty.map(([field]) => [field, ro.login.required]))
  return typed.again === typed.password ? problems : { again: messages.different, ...problems }
}

/**
 * Creates the first administrator of a new installation; the one-time token is in the URL fragment, which no log
 * contains.
 */
export function SetUpScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<{ text: string; isFinal: boolean } | null>(null)

  const form = useForm({
    initial: EMPTY,
    check: problemsOf,
    save: ({ again: _, ...account }, key) => request(setUp, { body: { ...account, token } }, { key }),
    done: ({ token: fresh, user }) => {
      startSession(fresh, user)
      void navigate({ to: '/dashboard', replace: true })
    },
    failed: (error) => {
      if (!(error instanceof ApiError) || Object.keys(fieldErrors(error)).length > 0) return false
      const text = error.isSilence ? ro.failures.network : error.message
      setRefusal({ text, isFinal: error.code === 'account.set_up_closed' })
      return true
    },
  })
  const submit = (event: FormEvent) => {
    setRefusal(null)
    form.submit(event)
  }
  const bind = (field: Field) => ({
    ...form.bind(field),
    size: 'sm',
    'aria-invalid': form.errors[field] ? true : undefined,
  })
  const secret = { autoComplete: 'new-password', visibilityToggleButtonProps: { 'aria-label': ro.login.show } }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={400} maw="100%">
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <div>
              <Text size="sm" c="dimmed">
                {ro.app}
              </Text>
              <Title order={1} size="h3">
                {messages.title}
              </Title>
            </div>
            <Text size="sm">{messages.hint}</Text>
            {token === '' ? <Refusal text={messages.noToken} /> : null}
            <TextInput {...bind('name')} label={messages.name} autoComplete="name" autoFocus />
            <TextInput {...bind('email')} type="email" label={ro.login.email} autoComplete="username" />
            <PasswordInput {...bind('password')} {...secret} label={ro.login.password} description={messages.atLeast} />
            <PasswordInput {...bind('again')} {...secret} label={messages.again} />
            {refusal ? <Refusal text={refusal.text} /> : null}
            {refusal?.isFinal ? (
              <LinkButton to="/login">{messages.toLogin}</LinkButton>
            ) : (
              <Button type="submit" fullWidth aria-busy={form.busy} disabled={token === ''}>
                {form.busy ? ro.order.submitting : messages.submit}
              </Button>
            )}
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

function Refusal({ text }: { text: string }) {
  return (
    <Alert color="red" variant="light" role="alert" p="xs">
      {text}
    </Alert>
  )
}
