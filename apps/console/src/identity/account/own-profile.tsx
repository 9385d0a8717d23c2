import { changePassword, updateAccount } from '@dispecerat/contract/identity/account'
import { listSessions } from '@dispecerat/contract/identity/accounts'
import { readOwnPhoto } from '@dispecerat/contract/office/user-photos'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/endpoint-query.ts'
import { request, requestFile } from '../../api/request.ts'
import { rememberUser, useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { CachedPicture } from '../../shared/pictures/cached-picture.tsx'
import { photoMessages } from '../../shared/pictures/photo-messages.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { accountMessages as messages } from '../account-messages.ts'

type Wrong = Readonly<Record<string, string[]>>

function fieldsAtFault(error: unknown, showErrors: (wrong: Wrong) => void): boolean {
  if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return false
  showErrors(error.fields)
  return true
}

/** Name, phone and e-mail; changing phone or e-mail requires the password. */
export function OwnProfile() {
  const user = useUser()
  const [typed, setTyped] = useState({
    name: user.name ?? '',
    phone: user.phone ? prettyPhone(user.phone) : '',
    email: user.email ?? '',
    password: '',
  })
  const [wrong, setWrong] = useState<Wrong>({})
  const changesMail = typed.email.trim().toLowerCase() !== (user.email ?? '').toLowerCase()
  const changesPhone = typed.phone.trim() !== (user.phone ? prettyPhone(user.phone) : '')
  const needsPassword = changesMail || changesPhone
  const save = useAction(
    ({ password, ...rest }: typeof typed, key) =>
      request(updateAccount, { body: { ...rest, ...(needsPassword ? { password } : {}) } }, { key }),
    {
      done: ({ data }) => {
        rememberUser(data)
        setTyped((now) => ({ ...now, password: '' }))
        toast.good(messages.saved)
      },
      failed: (error) => fieldsAtFault(error, setWrong),
    },
  )
  const bind = (field: keyof typeof typed) => ({
    value: typed[field],
    error: wrong[field]?.[0],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setTyped((now) => ({ ...now, [field]: value }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong({})
    void save.run(typed)
  }
  return (
    <section className="panel account-part" aria-labelledby="profile-title">
      <h2 id="profile-title">{ro.account.profile}</h2>
      {user.photo_url ? (
        <div className="account-photo">
          <CachedPicture
            address={user.photo_url}
            read={(signal) => requestFile(readOwnPhoto, {}, signal)}
            alt={photoMessages.ofPerson(user.name ?? user.email ?? '')}
          />
        </div>
      ) : null}
      <form onSubmit={submit} noValidate className="account-fields">
        <TextInput label={messages.name} autoComplete="name" maxLength={120} {...bind('name')} />
        <TextInput label={messages.phone} type="tel" autoComplete="tel" maxLength={40} {...bind('phone')} />
        <TextInput label={messages.email} type="email" autoComplete="username" maxLength={200} {...bind('email')} />
        {needsPassword ? (
          <PasswordInput
            label={messages.confirmBy}
            description={messages.confirmByHint}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': messages.show }}
            {...bind('password')}
          />
        ) : null}
        <div className="account-submit">
          <Button size="compact-md" type="submit" aria-busy={save.busy}>
            {messages.save}
          </Button>
        </div>
      </form>
      <FactList
        facts={[
          [ro.account.roles, user.roles.map((role) => ro.account.roleNames[role]).join(', ')],
          [ro.account.companies, user.companies.map((company) => company.name).join(', ')],
          [messages.language, messages.languages[user.language]],
        ]}
      />
    </section>
  )
}

const NOTHING = { old_password: '', password: '', again: '' }

/** Changes the user's password, with the old one; every other session is closed. */
export function OwnPassword() {
  const cache = useQueryClient()
  const [typed, setTyped] = useState(NOTHING)
  const [wrong, setWrong] = useState<Wrong>({})
  const change = useAction(({ again: _, ...body }: typeof NOTHING, key) => request(changePassword, { body }, { key }), {
    done: () => {
      setTyped(NOTHING)
      toast.good(messages.changed, { ms: 5000 })
      void invalidate(cache, listSessions)
    },
    failed: (error) => fieldsAtFault(error, setWrong),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems: Record<string, string[]> = {}
    if (typed.old_password === '') problems.old_password = [messages.required]
    if (typed.password === '') problems.password = [messages.required]
    if (typed.password !== typed.again) problems.again = [messages.different]
    setWrong(problems)
    if (Object.keys(problems).length === 0) void change.run(typed)
  }
  const bind = (field: keyof typeof NOTHING, label: string) => ({
    label,
    value: typed[field],
    error: wrong[field]?.[0],
    autoComplete: field === 'old_password' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': `${messages.show}: ${label}` },
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setTyped((now) => ({ ...now, [field]: value }))
    },
  })
  return (
    <section className="panel account-part" aria-labelledby="password-title">
      <h2 id="password-title">{messages.password}</h2>
      <form onSubmit={submit} noValidate className="account-fields">
        <PasswordInput {...bind('old_password', messages.old)} />
        <PasswordInput {...bind('password', messages.fresh)} description={messages.atLeast} />
        <PasswordInput {...bind('again', messages.again)} />
        <div className="account-submit">
          <Button size="compact-md" type="submit" aria-busy={change.busy}>
            {messages.change}
          </Button>
        </div>
      </form>
    </section>
  )
}
