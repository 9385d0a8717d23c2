import type { Interlocutor } from '@dispecerat/contract/office/messages'
import { useKey } from '../../keys/use-key.ts'
import { useChat } from '../../shared/chat/chat-store.ts'
import { chatLabels as labels } from '../chat-labels.ts'
import { BroadcastButtons } from './broadcast-buttons.tsx'
import { ChatFrame } from './chat-frame.tsx'
import { ChatPeople } from './chat-people.tsx'
import { ChatTalk } from './chat-talk.tsx'
import { usePeople } from './use-people.ts'

/** The chat panel with all people a dispatcher may write to. */
export function ChatPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const people = usePeople()
  const personId = useChat((s) => s.personId)
  const step = (by: 1 | -1) => choose(neighbour(people.rows, personId, by))
  useKey('chatNext', () => step(1))
  useKey('chatPrevious', () => step(-1))
  return (
    <ChatFrame unread={unread} tools={<BroadcastButtons />} onClose={onClose}>
      <div className="chat-body">
        <ChatPeople people={people} personId={personId} onChoose={choose} />
        {personId === null ? (
          <p className="chat-nothing dim">{labels.pick}</p>
        ) : (
          <ChatTalk key={personId} personId={personId} />
        )}
      </div>
    </ChatFrame>
  )
}

function choose(personId: number | undefined) {
  if (personId !== undefined) useChat.setState({ personId })
}

function neighbour(rows: readonly Interlocutor[], personId: number | null, by: 1 | -1): number | undefined {
  const at = rows.findIndex(({ id }) => id === personId)
  return rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.id
}
