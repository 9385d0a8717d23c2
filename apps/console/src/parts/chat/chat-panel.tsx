import type { Interlocutor } from '@dispecerat/contract/messages'
import { CloseButton } from '@mantine/core'
import { useKey } from '../../keys/use-key.ts'
import { chatWords as words } from '../../text/chat-words.ts'
import { useEscLayer } from '../../ui/esc-layer.ts'
import { BroadcastButtons } from './broadcast-buttons.tsx'
import './chat.css'
import { ChatPeople } from './chat-people.tsx'
import { useChat } from './chat-store.ts'
import { ChatTalk } from './chat-talk.tsx'
import { usePeople } from './use-people.ts'

/** Beside the screen, never over its keys: whoever writes to a driver goes on with the order. */
export function ChatPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  useEscLayer(onClose)
  const people = usePeople()
  const personId = useChat((s) => s.personId)
  const step = (by: 1 | -1) => choose(neighbour(people.rows, personId, by))
  useKey('chatNext', () => step(1))
  useKey('chatPrevious', () => step(-1))
  return (
    <aside className="chat-panel" aria-label={words.title}>
      <header className="chat-head">
        <h2>
          {words.title} {unread > 0 ? <span className="dim small">({words.unread(unread)})</span> : null}
        </h2>
        <span className="chat-space" />
        <BroadcastButtons />
        <CloseButton aria-label={words.close} onClick={onClose} />
      </header>
      <div className="chat-body">
        <ChatPeople people={people} personId={personId} onChoose={choose} />
        {personId === null ? (
          <p className="chat-nothing dim">{words.pick}</p>
        ) : (
          <ChatTalk key={personId} personId={personId} />
        )}
      </div>
    </aside>
  )
}

function choose(personId: number | undefined) {
  if (personId !== undefined) useChat.setState({ personId })
}

function neighbour(rows: readonly Interlocutor[], personId: number | null, by: 1 | -1): number | undefined {
  const at = rows.findIndex(({ id }) => id === personId)
  return rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.id
}
