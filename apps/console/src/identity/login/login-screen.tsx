import { Alert, Anchor, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { startSession, useSession } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { later } from '../../ui/later.ts'
import { loginMessages } from './login-messages.ts'

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const route = getRouteApi('/login')
/** Kept across sessions: failed attempts of others on the account do not delay a known browser. */
const DEVICE_STORAGE_KEY = 'dispecerat.device'
const CodeFields = later(() => import('./code-fields.tsx').then((m) => m.CodeFields))
/** The contract is as large as the form, which is rendered without it. */
const loadContract = () => import('@dispecerat/contract/identity/accounts')

/** Accepts only paths inside the console: a URL with a host would be an open redirect. */
function insideOnly(from: string | undefined): string {
  return from?.startsWith('/') && !from.startsWith('//') && !from.startsWith('/log') ? from : '/dashboard'
}

export function LoginScreen() {
  const { from } = route.useSearch()
  const navigate = useNavigate()
  const router = useRouter()
  const { token, hasEnded } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** Null until the server requires one. */
  const [code, setCode] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string[]>>>({})
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (token !== null) void navigate({ href: insideOnly(from), replace: true })
  }, [token, from, navigate])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing: Record<string, string[]> = {}
    if (email.trim() === '') missing.email = [ro.login.required]
    if (password === '') missing.password = [ro.login.required]
    if (code?.trim() === '') missing.code = [ro.login.required]
    setFields(missing)
    setProblem(null)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const { logIn } = await loadContract()
      const device = { device: deviceName(navigator.userAgent), device_token: localStorage.getItem(DEVICE_STORAGE_KEY) }
      const opened = await request(logIn, { body: { email, password, ...device, ...(code === null ? {} : { code }) } })
      const { token: fresh, device_token, user } = opened
      if (device_token !== null) localStorage.setItem(DEVICE_STORAGE_KEY, device_token)
      toast.good(ro.login.done)
      startSession(fresh, user)
    } catch (error) {
      const known = error instanceof ApiError && !error.isSilence
      if (known && error.code === 'account.code_needed') return setCode('')
      setFields(known && (error.code === null || error.code === 'account.code_wrong') ? error.fields : {})
      setProblem(known ? (error.fields.code ? null : error.message) : ro.failures.network)
      passwordField.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  /** Preloads the next screen while the password is typed. */
  const loadAhead = () => {
    void loadContract()
    void router.loadRouteChunk(router.routesByPath['/operator'])
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={380} maw="100%">
        <form onSubmit={submit} noValidate>
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
              <>
                <TextInput
                  size="sm"
                  type="email"
                  label={ro.login.email}
                  autoComplete="username"
                  autoFocus
                  value={email}
                  error={fields.email?.[0]}
                  onChange={(event) => setEmail(event.currentTarget.value)}
                />
                <PasswordInput
                  ref={passwordField}
                  size="sm"
                  label={ro.login.password}
                  autoComplete="current-password"
                  value={password}
                  error={fields.password?.[0]}
                  aria-invalid={fields.password ? true : undefined}
                  description={capsLock ? ro.login.capsLock : undefined}
                  visibilityToggleButtonProps={{ 'aria-label': ro.login.show }}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                  onKeyUp={watchCapsLock}
                  onFocus={loadAhead}
                />
              </>
            ) : (
              <Suspense fallback={null}>
                <CodeFields
                  email={email.trim()}
                  code={code}
                  error={fields.code?.[0]}
                  onChange={setCode}
                  onOther={() => {
                    setCode(null)
                    setPassword('')
                    setFields({})
                    setProblem(null)
                  }}
                />
              </Suspense>
            )}
            {hasEnded && problem === null ? (
              <Alert color="blue" variant="light" role="status" p="xs">
                {loginMessages.ended}
              </Alert>
            ) : null}
            {problem ? (
              <Alert color="red" variant="light" role="alert" p="xs">
                {problem}
              </Alert>
            ) : null}
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

/** 'Chrome pe Windows', for the list of open sessions. */
function deviceName(userAgent: string): string {
  const named = (pairs: [RegExp, string][]) => pairs.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(BROWSERS) ?? 'Browser'
  const system = named(SYSTEMS)
  return system ? `${browser} pe ${system}` : browser
}
