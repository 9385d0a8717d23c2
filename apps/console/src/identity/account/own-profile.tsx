import { changePassword, updateAccount } from '@dispecerat/contract/identity/account'
import { listSessions } from '@dispecerat/contract/identity/accounts'
import { readOwnPhoto } from '@dispecerat/contract/office/user-photos'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { request, requestFile } from '../../api/request.ts'
import { rememberUser, useUser } from '../../api/session.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { CachedPicture } from '../../shared/pictures/cached-picture.tsx'
import { photoMessages } from '../../shared/pictures/photo-messages.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { accountMessages as messages } from '../account-messages.ts'

/** Name, phone and e-mail; changing phone or e-mail requires the password. */
export function OwnProfile() {
  const user = useUser()
  const phone = user.phone ? prettyPhone(user.phone) : ''
  const needsPassword = (typed: { email: string; phone: string }) =>
    typed.email.trim().toLowerCase() !== (user.email ?? '').toLowerCase() || typed.phone.trim() !== phone
  const form = useForm({
    initial: { name: user.name ?? '', phone, email: user.email ?? '', password: '' },
    save: ({ password, ...rest }, key) =>
      request(updateAccount, { body: needsPassword(rest) ? { ...rest, password } : rest }, { key }),
    done: ({ data }) => {
      rememberUser(data)
      form.set('password', '')
      toast.good(messages.saved)
    },
  })
  const { bind, values } = form
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
      <form onSubmit={form.submit} noValidate className="account-fields">
        <TextInput label={messages.name} autoComplete="name" maxLength={120} {...bind('name')} />
        <TextInput label={messages.phone} type="tel" autoComplete="tel" maxLength={40} {...bind('phone')} />
        <TextInput label={messages.email} type="email" autoComplete="username" maxLength={200} {...bind('email')} />
        {needsPassword(values) ? (
          <PasswordInput
            label={messages.confirmBy}
            description={messages.confirmByHint}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': messages.show }}
            {...bind('password')}
          />
        ) : null}
        <div className="account-submit">
          <Button size="compact-md" type="submit" aria-busy={form.busy}>
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

/** Changes the user's password, with the old one; every other session is closed. */
export function OwnPassword() {
  const cache = useQueryClient()
  const form = useForm({
    initial: { old_password: '', password: '', again: '' },
    check: ({ old_password, password, again }) => ({
      old_password: old_password === '' ? messages.required : undefined,
      password: password === '' ? messages.required : undefined,
      again: password === again ? undefined : messages.different,
    }),
    save: ({ again: _, ...body }, key) => request(changePassword, { body }, { key }),
    done: () => {
      form.reset()
      toast.good(messages.changed, { ms: 5000 })
      void invalidate(cache, listSessions)
    },
  })
  const bind = (field: keyof typeof form.values, label: string) => ({
    ...form.bind(field),
    label,
    autoComplete: field === 'old_password' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': `${messages.show}: ${label}` },
  })
  return (
    <section className="panel account-part" aria-labelledby="password-title">
      <h2 id="password-title">{messages.password}</h2>
      <form onSubmit={form.submit} noValidate className="account-fields">
        <PasswordInput {...bind('old_password', messages.old)} />
        <PasswordInput {...bind('password', messages.fresh)} description={messages.atLeast} />
        <PasswordInput {...bind('again', messages.again)} />
        <div className="account-submit">
          <Button size="compact-md" type="submit" aria-busy={form.busy}>
            {messages.change}
          </Button>
        </div>
      </form>
    </section>
  )
}
