import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { startSession, useSession } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { deviceName } from './device-name.ts'

const route = getRouteApi('/login')
/** Kept across sessions: failed attempts of others on the account do not delay a known browser. */
const DEVICE_STORAGE_KEY = 'dispecerat.device'
/** The contract is as large as the form, which is rendered without it. */
export const loadContract = () => import('@dispecerat/contract/identity/accounts')

/** Accepts only paths inside the console: a URL with a host would be an open redirect. */
function insideOnly(from: string | undefined): string {
  return from?.startsWith('/') && !from.startsWith('//') && !from.startsWith('/log') ? from : '/dashboard'
}

/** Leaves the login page once there is a session. */
function useLeaveLogin(): void {
  const { from } = route.useSearch()
  const navigate = useNavigate()
  const { token } = useSession()
  useEffect(() => {
    if (token !== null) void navigate({ href: insideOnly(from), replace: true })
  }, [token, from, navigate])
}

/** State of the login form. It is no `useForm`, because what the login shares with other screens is in every first load. */
export function useLogin() {
  useLeaveLogin()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** Null until the server requires one. */
  const [code, setCode] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing: Record<string, string> = {}
    if (email.trim() === '') missing.email = ro.login.required
    if (password === '') missing.password = ro.login.required
    if (code?.trim() === '') missing.code = ro.login.required
    setErrors(missing)
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
      const refused = fieldErrors(error)
      setErrors(known && (error.code === null || error.code === 'account.code_wrong') ? refused : {})
      setProblem(known ? (refused.code ? null : error.message) : ro.failures.network)
      passwordField.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const startAgain = () => {
    setCode(null)
    setPassword('')
    setErrors({})
    setProblem(null)
  }
  return {
    email,
    setEmail,
    password,
    setPassword,
    passwordField,
    code,
    setCode,
    problem,
    errors,
    busy,
    submit,
    startAgain,
  }
}
