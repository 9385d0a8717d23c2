import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { twoFactorWords as words } from '../../text/two-factor-words.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'

/** Shown once; whoever looks away has them on paper or makes others. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast.good(words.copied))
  const save = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), words.fileName)
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {words.recoveryTitle}
      </h3>
      <p>{words.recoveryHint}</p>
      <ul className="two-factor-codes" aria-label={words.recoveryTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button size="compact-md" variant="default" onClick={copy}>
          {words.copyCodes}
        </Button>
        <Button size="compact-md" variant="default" onClick={save}>
          {words.saveCodes}
        </Button>
        <Button size="compact-md" onClick={onKept}>
          {words.kept}
        </Button>
      </Group>
    </>
  )
}
