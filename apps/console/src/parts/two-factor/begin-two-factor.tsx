import { beginTwoFactor, confirmTwoFactor } from '@dispecerat/contract/two-factor'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { request } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { twoFactorWords as words } from '../../text/two-factor-words.ts'
import { toast } from '../../ui/toast.ts'
import { SecretSquare } from './secret-square.tsx'
import { useFieldProblems } from './use-field-problems.ts'

interface Begun {
  secret: string
  uri: string
}

/** From the password to the first code of the application. */
export function BeginTwoFactor({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  if (begun === null) return <WithPassword onBegun={setBegun} />
  return <FirstCode begun={begun} onCodes={onCodes} onGiveUp={() => setBegun(null)} />
}

function WithPassword({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const [password, setPassword] = useState('')
  const problems = useFieldProblems()
  const begin = useAction((given: string, key) => request(beginTwoFactor, { body: { password: given } }, { key }), {
    done: ({ data }) => onBegun(data),
    failed: problems.tell,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    problems.set(password === '' ? { password: [words.required_field] } : {})
    if (password !== '') void begin.run(password)
  }
  return (
    <form className="two-factor-form" onSubmit={submit} noValidate>
      <PasswordInput
        label={words.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': words.show }}
        value={password}
        error={problems.at('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button className="two-factor-submit" size="compact-md" type="submit" aria-busy={begin.busy}>
        {words.begin}
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
    problems.set(code.trim() === '' ? { code: [words.required_field] } : {})
    if (code.trim() !== '') void confirm.run(code)
  }
  const copy = () => void navigator.clipboard.writeText(secret).then(() => toast.good(words.copied))
  return (
    <div className="two-factor-begun">
      <SecretSquare uri={uri} />
      <form className="two-factor-side" onSubmit={submit} noValidate>
        <p>{words.scan}</p>
        <div>
          <p className="small dim">{words.byHand}</p>
          <p className="two-factor-key">{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <Button size="compact-xs" variant="default" onClick={copy}>
            {words.copyKey}
          </Button>
        </div>
        <TextInput
          label={words.code}
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
            {words.confirm}
          </Button>
          <Button size="compact-md" variant="default" onClick={onGiveUp}>
            {words.giveUp}
          </Button>
        </Group>
      </form>
    </div>
  )
}
