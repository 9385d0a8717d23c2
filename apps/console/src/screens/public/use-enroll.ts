import { type SignUpForm, signUp } from '@dispecerat/contract/sign-up'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { enrollWords as words } from '../../text/enroll-words.ts'
import { ro } from '../../text/ro.ts'

const EMPTY = {
  cui: '',
  name: '',
  address: '',
  user_email: '',
  phone: '',
  user_password: '',
  user_name: '',
  package_id: '1',
}
export type EnrollField = keyof typeof EMPTY | 'consent'
type Wrong = Readonly<Partial<Record<string, string[]>>>

/** Its order is the form's; the first field with a problem takes the focus. */
const FIELDS: readonly EnrollField[] = [
  ...([
    'cui',
    'name',
    'address',
    'user_email',
    'phone',
    'user_password',
    'user_name',
    'package_id',
    'consent',
  ] as const),
]

export const fieldId = (field: EnrollField) => `enroll-${field}`

export function useEnroll() {
  const [typed, setTyped] = useState(EMPTY)
  const [consent, setConsent] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [trialUntil, setTrialUntil] = useState<string | null>(null)

  const send = useAction((form: SignUpForm, key) => call(signUp, { body: form }, { key }), {
    done: ({ company }) => setTrialUntil(company.trial_until),
    failed: (error) => {
      if (!(error instanceof ApiError)) return false
      show(error.fields)
      if (Object.keys(error.fields).length === 0) setRefusal(error.isSilence ? ro.failures.network : error.message)
      return true
    },
  })
  const show = (problems: Wrong) => {
    setWrong(problems)
    const first = FIELDS.find((field) => problems[field])
    if (first) document.getElementById(fieldId(first))?.focus()
  }
  const set = (field: keyof typeof EMPTY, value: string) => {
    setTyped((now) => ({ ...now, [field]: value }))
    setWrong(({ [field]: _, ...rest }) => rest)
  }
  const submit = () => {
    setRefusal(null)
    const problems: Record<string, string[]> = {}
    for (const field of FIELDS) {
      if (field !== 'consent' && typed[field].trim() === '') problems[field] = [words.required]
    }
    if (!consent) problems.consent = [words.consentRequired]
    show(problems)
    if (Object.keys(problems).length > 0) return
    void send.run({ ...typed, package_id: Number(typed.package_id) as 1 | 2 | 3, consent: true })
  }
  const agree = (agreed: boolean) => {
    setConsent(agreed)
    if (agreed) setWrong(({ consent: _, ...rest }) => rest)
  }
  return { typed, set, consent, agree, wrong, refusal, trialUntil, busy: send.busy, submit }
}
