import { type ImportKind, MAX_IMPORT_ROWS } from '@dispecerat/contract/office/imports'
import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { importMessages as messages } from '../../text/import-messages.ts'

interface Props {
  kind: ImportKind
  /** Name of the chosen file. */
  name: string | null
  busy: 'checking' | 'running' | null
  onFile: (file: File) => void
}

/** A drop target for a file, with a button for the keyboard. */
export function FileDrop({ kind, name, busy, onFile }: Props) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file && busy === null) onFile(file)
  }
  return (
    <section
      className="panel import-drop"
      aria-label={messages.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconUpload size={28} aria-hidden />
      <p>{name ?? messages.drop}</p>
      <FileButton accept=".csv,.xlsx,text/csv" onChange={(file) => (file ? onFile(file) : undefined)}>
        {(props) => (
          <Button {...props} size="compact-md" variant="default" disabled={busy !== null}>
            {busy === 'checking' ? messages.checking : messages.choose}
          </Button>
        )}
      </FileButton>
      <p className="small dim">{messages.limits(MAX_IMPORT_ROWS[kind])}</p>
    </section>
  )
}
