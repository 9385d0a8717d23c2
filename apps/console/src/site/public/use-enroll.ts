import { MAX_LOGO_BYTES } from '@dispecerat/contract/identity/companies'
import { type SignUpForm, signUp } from '@dispecerat/contract/site/sign-up'
import type { CompanyApproval } from '@dispecerat/domain/identity/company-approval'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { logoMessages } from '../../text/logo-messages.ts'
import { ro } from '../../text/ro.ts'
import { fileAsBase64 } from '../../ui/fields/file-as-base64.ts'
import { enrollMessages as messages } from './enroll-messages.ts'

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
export type EnrollField = keyof typeof EMPTY | 'logo' | 'consent'
type Wrong = Partial<FieldErrors>

/** In the order of the form: the first field with a problem gets the focus. */
const FIELDS: readonly EnrollField[] = [
  'cui',
  'name',
  'address',
  'user_email',
  'phone',
  'user_password',
  'user_name',
  'package_id',
  'logo',
  'consent',
]

export const fieldId = (field: EnrollField) => `enroll-${field}`

/** State of the sign-up form. It is no `useForm`, because the first load of the public pages has no space for the library. */
export function useEnroll() {
  const [typed, setTyped] = useState(EMPTY)
  const [logo, setLogo] = useState<File | null>(null)
  const [consent, setConsent] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [opened, setOpened] = useState<{ trial_until: string; approval: CompanyApproval } | null>(null)

  const send = useAction(
    async ({ picture, ...form }: SignUpForm & { picture: File | null }, key) => {
      const body = picture ? { ...form, logo: await fileAsBase64(picture) } : form
      return request(signUp, { body }, { key })
    },
    {
      done: ({ company }) => setOpened(company),
      failed: (error) => {
        if (!(error instanceof ApiError)) return false
        const errors = fieldErrors(error)
        show(errors)
        if (Object.keys(errors).length === 0) setRefusal(error.isSilence ? ro.failures.network : error.message)
        return true
      },
    },
  )
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
    const problems: Record<string, string> = {}
    for (const field of FIELDS) {
      if (field !== 'consent' && field !== 'logo' && typed[field].trim() === '') problems[field] = messages.required
    }
    if (logo && logo.size > MAX_LOGO_BYTES) problems.logo = logoMessages.tooLarge
    if (!consent) problems.consent = messages.consentRequired
    show(problems)
    if (Object.keys(problems).length > 0) return
    void send.run({ ...typed, package_id: Number(typed.package_id) as 1 | 2 | 3, consent: true, picture: logo })
  }
  const chooseLogo = (file: File | null) => {
    setLogo(file)
    setWrong(({ logo: _, ...rest }) => rest)
  }
  const agree = (agreed: boolean) => {
    setConsent(agreed)
    if (agreed) setWrong(({ consent: _, ...rest }) => rest)
  }
  return { typed, set, logo, chooseLogo, consent, agree, wrong, refusal, opened, busy: send.busy, submit }
}
