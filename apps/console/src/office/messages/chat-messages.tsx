import type { MessageView } from '@dispecerat/contract/office/messages'
import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { dropOutgoing, type Outgoing, useChat } from '../../shared/chat/chat-store.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { chatLabels as labels } from '../chat-labels.ts'
import { chatTime } from './chat-time.ts'
import type { Talk } from './use-talk.ts'

interface Props {
  talk: Talk
  personId: number
  /** True for messages of the other side, shown on the left. */
  isTheirs: (message: MessageView) => boolean
  onRetry: (message: Pick<Outgoing, 'text' | 'key'>) => void
}

/** The newest message is at the bottom, next to the field. */
export function ChatMessages({ talk, personId, isTheirs, onRetry }: Props) {
  const outgoing = useChat((s) => s.outgoing).filter(({ to }) => to === personId)
  const { messages } = talk
  const list = useRef<HTMLDivElement>(null)
  const newest = `${messages.at(-1)?.id ?? 0}-${outgoing.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is new at the end moves the list
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [newest])
  if (talk.isError) return <LoadFailed onRetry={talk.retry} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard
    <div ref={list} className="chat-messages" role="log" aria-label={labels.title} tabIndex={0}>
      {talk.isLoading ? <Skeleton height={180} /> : null}
      {talk.hasOlder ? (
        <Button size="compact-xs" variant="subtle" loading={talk.isAskingOlder} onClick={talk.older}>
          {labels.older}
        </Button>
      ) : null}
      {messages.length + outgoing.length === 0 && !talk.isLoading ? (
        <p className="dim small">{labels.nothingSaid}</p>
      ) : null}
      {messages.map((message) => (
        <Bubble key={message.id} message={message} isTheirs={isTheirs(message)} />
      ))}
      {outgoing.map((message) => (
        <OutgoingBubble key={message.key} message={message} onRetry={() => onRetry(message)} />
      ))}
    </div>
  )
}

function Bubble({ message, isTheirs }: { message: MessageView; isTheirs: boolean }) {
  const { delivery, type, title, sender_name: sender } = message
  const { sign, text } = labels.delivery[delivery]
  return (
    <div className={isTheirs ? 'chat-bubble chat-theirs' : 'chat-bubble chat-ours'}>
      {title ? <b className="chat-bubble-title">{title}</b> : null}
      <p>{message.message}</p>
      <span className="chat-bubble-foot small">
        {isTheirs ? null : <span>{sender}</span>}
        {type === 'broadcast' ? <span>{labels.broadcast}</span> : null}
        {type === 'system' ? <span>{labels.automatic}</span> : null}
        <time>{chatTime(message.created_at, 'with the hour')}</time>
        {isTheirs ? null : (
          <span className={`chat-sign chat-${delivery}`} role="img" aria-label={text} title={text}>
            {sign}
          </span>
        )}
      </span>
    </div>
  )
}

function OutgoingBubble({ message, onRetry }: { message: Outgoing; onRetry: () => void }) {
  const hasFailed = message.state === 'failed'
  return (
    <div className={hasFailed ? 'chat-bubble chat-ours chat-unsent' : 'chat-bubble chat-ours chat-sending'}>
      <p>{message.text}</p>
      <span className="chat-bubble-foot small">
        {hasFailed ? labels.notSent : labels.sending}
        {hasFailed ? (
          <>
            <Button size="compact-xs" variant="default" onClick={onRetry}>
              {labels.retry}
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dropOutgoing(message.key)}>
              {labels.discard}
            </Button>
          </>
        ) : null}
      </span>
    </div>
  )
}
