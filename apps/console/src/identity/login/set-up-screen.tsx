import { setUp } from '@dispecerat/contract/identity/accounts'
import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { startSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'

const messages = ro.setUp
const EMPTY = { name: '', email: '', password: '', again: '' }
type Field = keyof typeof EMPTY
type Wrong = Readonly<Partial<Record<string, string[]>>>

/** In the order of the form: the first field with a problem gets the focus. */
const FIELDS: readonly Field[] = ['name', 'email', 'password', 'again']

function problemsOf(typed: typeof EMPTY): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  for (const field of FIELDS) if (typed[field].trim() === '') problems[field] = [ro.login.required]
  if (!problems.again && typed.again !== typed.password) problems.again = [messages.different]
  return problems
}

/**
 * Creates the first administrator of a new installation; the one-time token is in the URL fragment, which no log
 * contains.
 */
export function SetUpScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(EMPTY)
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<{ text: string; isFinal: boolean } | null>(null)

  const make = useAction(
    ({ again: _, ...account }: typeof EMPTY, key) => request(setUp, { body: { ...account, token } }, { key }),
    {
      done: ({ token: fresh, user }) => {
        startSession(fresh, user)
        void navigate({ to: '/dashboard', replace: true })
      },
      failed: (error) => {
        if (!(error instanceof ApiError)) return false
        setWrong(error.fields)
        focusFirst(error.fields)
        if (error.isSilence) setRefusal({ text: ro.failures.network, isFinal: false })
        else if (Object.keys(error.fields).length === 0) {
          setRefusal({ text: error.message, isFinal: error.code === 'account.set_up_closed' })
        }
        return true
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = problemsOf(typed)
    setWrong(problems)
    setRefusal(null)
    focusFirst(problems)
    if (Object.keys(problems).length === 0) void make.run(typed)
  }
  const bind = (field: Field) => ({
    id: `set-up-${field}`,
    size: 'sm',
    value: typed[field],
    error: wrong[field]?.[0],
    'aria-invalid': wrong[field] ? true : undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setTyped((now) => ({ ...now, [field]: value }))
    },
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
              <Button type="submit" fullWidth aria-busy={make.busy} disabled={token === ''}>
                {make.busy ? ro.order.submitting : messages.submit}
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

function focusFirst(problems: Wrong) {
  const first = FIELDS.find((field) => problems[field])
  if (first) document.getElementById(`set-up-${first}`)?.focus()
}
