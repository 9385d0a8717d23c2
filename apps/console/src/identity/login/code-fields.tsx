import { Anchor, Text, TextInput } from '@mantine/core'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'

interface Props {
  email: string
  code: string
  error: string | undefined
  onChange: (code: string) => void
  onOther: () => void
}

/** The second step of a login: the code of the authenticator, or a recovery code. */
export function CodeFields({ email, code, error, onChange, onOther }: Props) {
  return (
    <>
      <Text size="sm">{messages.login.hint(email)}</Text>
      <TextInput
        size="sm"
        label={messages.codeOrRecovery}
        description={messages.login.lost}
        autoComplete="one-time-code"
        autoFocus
        maxLength={40}
        value={code}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onOther}>
        {messages.login.other}
      </Anchor>
    </>
  )
}
