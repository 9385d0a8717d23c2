import type { MessageView } from '@dispecerat/contract/office/messages'
import type { ReactNode } from 'react'
import { chatLabels as labels } from '../chat-labels.ts'
import { ChatCompose } from './chat-compose.tsx'
import { ChatMessages } from './chat-messages.tsx'
import type { useSend } from './use-send.ts'
import type { Talk } from './use-talk.ts'

interface Props {
  talk: Talk
  personId: number
  name: string
  head: ReactNode
  isTheirs: (message: MessageView) => boolean
  send: ReturnType<typeof useSend>
  /** Company whose quick replies are offered; without it none are. */
  quick?: { companyId: number | null }
}

/** A conversation: its head, its messages, and the field for a new one. */
export function Conversation({ talk, personId, name, head, isTheirs, send, quick }: Props) {
  return (
    <section className="chat-talk" aria-label={labels.talkWith(name)}>
      <div className="chat-talk-head">{head}</div>
      <ChatMessages talk={talk} personId={personId} isTheirs={isTheirs} onRetry={send} />
      <ChatCompose personId={personId} name={name} onSend={(text) => send({ text })} {...(quick ? { quick } : {})} />
    </section>
  )
}
