import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Shown only once; codes that were not stored have to be created again. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast.good(messages.copied))
  const save = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), messages.fileName)
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {messages.recoveryTitle}
      </h3>
      <p>{messages.recoveryHint}</p>
      <ul className="two-factor-codes" aria-label={messages.recoveryTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button size="compact-md" variant="default" onClick={copy}>
          {messages.copyCodes}
        </Button>
        <Button size="compact-md" variant="default" onClick={save}>
          {messages.saveCodes}
        </Button>
        <Button size="compact-md" onClick={onStored}>
          {messages.kept}
        </Button>
      </Group>
    </>
  )
}
