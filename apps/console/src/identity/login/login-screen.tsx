import { Alert, Anchor, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { loginMessages } from './login-messages.ts'
import { loadContract, useLogin } from './use-login.ts'

const CodeFields = later(() => import('./code-fields.tsx').then((m) => m.CodeFields))

export function LoginScreen() {
  const login = useLogin()
  const { code, errors, busy } = login
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={380} maw="100%">
        <form onSubmit={login.submit} noValidate>
          <Stack gap="sm">
            <div>
              <Text size="sm" c="dimmed">
                {ro.app}
              </Text>
              <Title order={1} size="h3">
                {ro.login.title}
              </Title>
            </div>
            {code === null ? (
              <PasswordFields login={login} />
            ) : (
              <Suspense fallback={null}>
                <CodeFields
                  email={login.email.trim()}
                  code={code}
                  error={errors.code}
                  onChange={login.setCode}
                  onOther={login.startAgain}
                />
              </Suspense>
            )}
            <Notice problem={login.problem} />
            <Button type="submit" fullWidth aria-busy={busy}>
              {busy ? ro.login.sending : ro.login.submit}
            </Button>
            <Anchor component={Link} to="/reset-password" size="sm" ta="center">
              {ro.login.forgot}
            </Anchor>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

/** The first step of a login: e-mail and password. */
function PasswordFields({ login: { email, setEmail, password, setPassword, passwordField, errors } }: Props) {
  const router = useRouter()
  const [capsLock, setCapsLock] = useState(false)
  /** Preloads the next screen while the password is typed. */
  const loadAhead = () => {
    void loadContract()
    void router.loadRouteChunk(router.routesByPath['/operator'])
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <TextInput
        size="sm"
        type="email"
        label={ro.login.email}
        autoComplete="username"
        autoFocus
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        size="sm"
        label={ro.login.password}
        autoComplete="current-password"
        value={password}
        error={errors.password}
        aria-invalid={errors.password ? true : undefined}
        description={capsLock ? ro.login.capsLock : undefined}
        visibilityToggleButtonProps={{ 'aria-label': ro.login.show }}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onKeyUp={watchCapsLock}
        onFocus={loadAhead}
      />
    </>
  )
}

interface Props {
  login: ReturnType<typeof useLogin>
}

/** The reason why the login was refused, or why the session has ended. */
function Notice({ problem }: { problem: string | null }) {
  const { hasEnded } = useSession()
  if (problem) {
    return (
      <Alert color="red" variant="light" role="alert" p="xs">
        {problem}
      </Alert>
    )
  }
  if (!hasEnded) return null
  return (
    <Alert color="blue" variant="light" role="status" p="xs">
      {loginMessages.ended}
    </Alert>
  )
}
