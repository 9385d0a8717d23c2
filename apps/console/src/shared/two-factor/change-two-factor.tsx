import { endTwoFactor, makeRecoveryCodes } from '@dispecerat/contract/identity/two-factor'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from '../form/use-form.ts'

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

function WithBoth({ input, onCodes, onOff, onGiveUp }: Props & { input: Input; onGiveUp: () => void }) {
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password === '' ? messages.required_field : undefined,
      code: code.trim() === '' ? messages.required_field : undefined,
    }),
    save: async (body, key) => {
      if (input === 'codes') return (await request(makeRecoveryCodes, { body }, { key })).data.recovery_codes
      await request(endTwoFactor, { body }, { key })
      return null
    },
    done: (codes) => {
      if (codes) return onCodes(codes)
      toast.good(messages.turnedOff)
      onOff()
    },
  })
  return (
    <>
      <p>{INPUTS[input].hint}</p>
      <form className="two-factor-form" onSubmit={form.submit} noValidate>
        <PasswordInput
          label={messages.password}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': messages.show }}
          {...form.bind('password')}
        />
        <TextInput label={messages.codeOrRecovery} autoComplete="one-time-code" maxLength={40} {...form.bind('code')} />
        <Group gap="sm" className="two-factor-submit">
          <Button size="compact-md" type="submit" color={input === 'off' ? 'red' : undefined} aria-busy={form.busy}>
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
