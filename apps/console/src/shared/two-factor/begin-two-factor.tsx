import { beginTwoFactor, confirmTwoFactor } from '@dispecerat/contract/identity/two-factor'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { SecretSquare } from './secret-square.tsx'
import { useFieldProblems } from './use-field-problems.ts'

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
  const [password, setPassword] = useState('')
  const problems = useFieldProblems()
  const begin = useAction((typed: string, key) => request(beginTwoFactor, { body: { password: typed } }, { key }), {
    done: ({ data }) => onBegun(data),
    failed: problems.tell,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    problems.set(password === '' ? { password: [messages.required_field] } : {})
    if (password !== '') void begin.run(password)
  }
  return (
    <form className="two-factor-form" onSubmit={submit} noValidate>
      <PasswordInput
        label={messages.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': messages.show }}
        value={password}
        error={problems.at('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button className="two-factor-submit" size="compact-md" type="submit" aria-busy={begin.busy}>
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
  const [code, setCode] = useState('')
  const problems = useFieldProblems()
  const confirm = useAction((typed: string, key) => request(confirmTwoFactor, { body: { code: typed } }, { key }), {
    done: ({ data }) => onCodes(data.recovery_codes),
    failed: problems.tell,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    problems.set(code.trim() === '' ? { code: [messages.required_field] } : {})
    if (code.trim() !== '') void confirm.run(code)
  }
  const copy = () => void navigator.clipboard.writeText(secret).then(() => toast.good(messages.copied))
  return (
    <div className="two-factor-begun">
      <SecretSquare uri={uri} />
      <form className="two-factor-side" onSubmit={submit} noValidate>
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
          value={code}
          error={problems.at('code')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button size="compact-md" type="submit" aria-busy={confirm.busy}>
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
