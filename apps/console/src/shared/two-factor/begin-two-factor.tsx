import { beginTwoFactor, confirmTwoFactor } from '@dispecerat/contract/identity/two-factor'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from '../form/use-form.ts'
import { SecretSquare } from './secret-square.tsx'

interface Begun {
  secret: string
  uri: string
}

/** Turns the second factor on: from the password to the first code of the authenticator. */
export function BeginTwoFactor({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  if (begun === null) return <WithPassword onBegun={setBegun} />
  return <FirstCode begun={begun} onCodes={onCodes} onGiveUp={() => setBegun(null)} />
}

function WithPassword({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: messages.required_field } : {}),
    save: (body, key) => request(beginTwoFactor, { body }, { key }),
    done: ({ data }) => onBegun(data),
  })
  return (
    <form className="two-factor-form" onSubmit={form.submit} noValidate>
      <PasswordInput
        label={messages.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': messages.show }}
        {...form.bind('password')}
      />
      <Button className="two-factor-submit" size="compact-md" type="submit" aria-busy={form.busy}>
        {messages.begin}
      </Button>
    </form>
  )
}

function FirstCode({
  begun: { secret, uri },
  onCodes,
  onGiveUp,
}: {
  begun: Begun
  onCodes: (codes: readonly string[]) => void
  onGiveUp: () => void
}) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: messages.required_field } : {}),
    save: (body, key) => request(confirmTwoFactor, { body }, { key }),
    done: ({ data }) => onCodes(data.recovery_codes),
  })
  const copy = () => void navigator.clipboard.writeText(secret).then(() => toast.good(messages.copied))
  return (
    <div className="two-factor-begun">
      <SecretSquare uri={uri} />
      <form className="two-factor-side" onSubmit={form.submit} noValidate>
        <p>{messages.scan}</p>
        <div>
          <p className="small dim">{messages.byHand}</p>
          <p className="two-factor-key">{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <Button size="compact-xs" variant="default" onClick={copy}>
            {messages.copyKey}
          </Button>
        </div>
        <TextInput
          label={messages.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          autoFocus
          {...form.bind('code')}
        />
        <Group gap="sm">
          <Button size="compact-md" type="submit" aria-busy={form.busy}>
            {messages.confirm}
          </Button>
          <Button size="compact-md" variant="default" onClick={onGiveUp}>
            {messages.giveUp}
          </Button>
        </Group>
      </form>
    </div>
  )
}
