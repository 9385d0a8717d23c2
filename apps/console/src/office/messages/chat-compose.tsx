import { MAX_CHARACTERS } from '@dispecerat/contract/office/messages'
import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { setDraft, useChat } from '../../shared/chat/chat-store.ts'
import { chatLabels as labels } from '../chat-labels.ts'
import { QuickReplies } from './quick-replies.tsx'

interface Props {
  personId: number
  name: string
  /** Company whose quick replies are offered; without it none are. */
  quick?: { companyId: number | null }
  onSend: (text: string) => void
}

/** Enter sends, Shift+Enter begins a new line; a draft is stored per conversation. */
export function ChatCompose({ personId, name, quick, onSend }: Props) {
  const draft = useChat((s) => s.drafts[personId] ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const text = draft.trim()
  const isTooLong = text.length > MAX_CHARACTERS
  const why = text === '' ? labels.emptyHint : isTooLong ? labels.tooLong(MAX_CHARACTERS) : null
  useEffect(() => field.current?.focus(), [])
  const send = () => {
    if (why !== null) return
    setDraft(personId, '')
    onSend(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.altKey || event.nativeEvent.isComposing)
      return
    event.preventDefault()
    send()
  }
  const insert = (reply: string) => {
    setDraft(personId, draft.trim() === '' ? reply : `${draft.trimEnd()} ${reply}`)
    field.current?.focus()
  }
  return (
    <div className="chat-compose">
      <Textarea
        ref={field}
        aria-label={labels.writeTo(name)}
        placeholder={labels.write}
        autosize
        minRows={2}
        maxRows={6}
        value={draft}
        error={isTooLong ? labels.tooLong(MAX_CHARACTERS) : null}
        onChange={(event) => setDraft(personId, event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="chat-compose-foot">
        {quick ? <QuickReplies companyId={quick.companyId} onPick={insert} /> : null}
        <span className="chat-space" />
        <span className="small dim digits">{labels.count(text.length, MAX_CHARACTERS)}</span>
        <Button
          size="compact-sm"
          data-disabled={why !== null || undefined}
          aria-disabled={why !== null}
          title={why ?? undefined}
          aria-description={why ?? undefined}
          rightSection={
            <kbd className="key-hint" aria-hidden>
              Enter
            </kbd>
          }
          onClick={send}
        >
          {labels.send}
        </Button>
      </div>
    </div>
  )
}
