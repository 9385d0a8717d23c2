import { Button, FileButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { toast } from '../../ui/dialogs/toast.ts'
import { EditSection } from '../edit-page/edit-page.tsx'
import './picture-field.css'

interface Props {
  title: string
  messages: { none: string; choose: string; drop: string; hint: string; tooLarge: string }
  /** The current picture; null without one. */
  picture: ReactNode
  accept: string
  maxBytes: number
  onChoose: (file: File) => void
  onDrop: () => void
  isSaving: boolean
  isDropping: boolean
}

/** One picture of a record: shown, replaced, removed. The server detects the type from its bytes, not from its name. */
export function PictureField({ title, messages, picture, accept, maxBytes, onChoose, onDrop, ...busy }: Props) {
  const choose = (file: File | null) => {
    if (file && file.size > maxBytes) toast.bad(messages.tooLarge)
    else if (file) onChoose(file)
  }
  return (
    <EditSection title={title}>
      <div className="picture-field wide">{picture ?? <p className="dim">{messages.none}</p>}</div>
      <div className="picture-field-acts wide">
        <FileButton onChange={choose} accept={accept}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" disabled={busy.isSaving}>
              {messages.choose}
            </Button>
          )}
        </FileButton>
        {picture === null ? null : (
          <Button size="compact-sm" variant="default" disabled={busy.isDropping} onClick={onDrop}>
            {messages.drop}
          </Button>
        )}
        <span className="small dim">{messages.hint}</span>
      </div>
    </EditSection>
  )
}
