import { endTwoFactor, makeRecoveryCodes } from '@dispecerat/contract/identity/two-factor'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFieldProblems } from './use-field-problems.ts'

type Input = 'codes' | 'off'

const INPUTS = {
  codes: { button: messages.newCodes, hint: messages.newCodesHint, submit: messages.makeCodes },
  off: { button: messages.turnOff, hint: messages.turnOffHint, submit: messages.turnOff },
} as const

interface Props {
  onCodes: (codes: readonly string[]) => void
  onOff: () => void
}

/** Actions that need both factors: new recovery codes, or turning two-factor login off. */
export function ChangeTwoFactor({ onCodes, onOff }: Props) {
  const [input, setInput] = useState<Input | null>(null)
  if (input !== null) return <WithBoth input={input} onCodes={onCodes} onOff={onOff} onGiveUp={() => setInput(null)} />
  return (
    <Group gap="sm">
      <Button size="compact-md" variant="default" onClick={() => setInput('codes')}>
        {messages.newCodes}
      </Button>
      <Button size="compact-md" variant="default" color="red" onClick={() => setInput('off')}>
        {messages.turnOff}
      </Button>
    </Group>
  )
}

const NOTHING = { password: '', code: '' }

function WithBoth({ input, onCodes, onOff, onGiveUp }: Props & { input: Input; onGiveUp: () => void }) {
  const [typed, setTyped] = useState(NOTHING)
  const problems = useFieldProblems()
  const make = useAction((body: typeof NOTHING, key) => request(makeRecoveryCodes, { body }, { key }), {
    done: ({ data }) => onCodes(data.recovery_codes),
    failed: problems.tell,
  })
  const end = useAction((body: typeof NOTHING, key) => request(endTwoFactor, { body }, { key }), {
    done: () => {
      toast.good(messages.turnedOff)
      onOff()
    },
    failed: problems.tell,
  })
  const action = input === 'codes' ? make : end
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing: Record<string, string[]> = {}
    if (typed.password === '') missing.password = [messages.required_field]
    if (typed.code.trim() === '') missing.code = [messages.required_field]
    problems.set(missing)
    if (Object.keys(missing).length === 0) void action.run(typed)
  }
  const bind = (field: keyof typeof NOTHING) => ({
    value: typed[field],
    error: problems.at(field),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setTyped((now) => ({ ...now, [field]: value }))
    },
  })
  return (
    <>
      <p>{INPUTS[input].hint}</p>
      <form className="two-factor-form" onSubmit={submit} noValidate>
        <PasswordInput
          label={messages.password}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': messages.show }}
          {...bind('password')}
        />
        <TextInput label={messages.codeOrRecovery} autoComplete="one-time-code" maxLength={40} {...bind('code')} />
        <Group gap="sm" className="two-factor-submit">
          <Button size="compact-md" type="submit" color={input === 'off' ? 'red' : undefined} aria-busy={action.busy}>
            {INPUTS[input].submit}
          </Button>
          <Button size="compact-md" variant="default" onClick={onGiveUp}>
            {messages.giveUp}
          </Button>
        </Group>
      </form>
    </>
  )
}
