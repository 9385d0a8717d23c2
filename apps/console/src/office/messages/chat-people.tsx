import type { Interlocutor } from '@dispecerat/contract/office/messages'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useChat } from '../../shared/chat/chat-store.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { chatLabels as labels } from '../chat-labels.ts'
import { nameOf } from './chat-name.ts'
import { chatTime } from './chat-time.ts'
import type { People } from './use-people.ts'

interface Props {
  people: People
  personId: number | null
  onChoose: (id: number) => void
}

export function ChatPeople({ people, personId, onChoose }: Props) {
  const search = useChat((s) => s.search)
  return (
    <section className="chat-people" aria-label={labels.people}>
      <TextInput
        size="xs"
        aria-label={labels.search}
        placeholder={labels.search}
        value={search}
        maxLength={60}
        onChange={(event) => useChat.setState({ search: event.currentTarget.value })}
      />
      {people.isLoading ? <Skeleton height={240} /> : null}
      {people.isError ? <LoadFailed onRetry={people.retry} /> : null}
      {people.rows.length === 0 && !people.isLoading && !people.isError ? (
        <p className="dim small chat-nobody">{people.isSearch ? labels.nobodyFound : labels.nobody}</p>
      ) : null}
      <ul className="chat-rows">
        {people.rows.map((person) => (
          <li key={person.id}>
            <PersonRow person={person} isChosen={person.id === personId} onChoose={() => onChoose(person.id)} />
          </li>
        ))}
      </ul>
      {people.hasMore ? (
        <Button size="compact-xs" variant="subtle" onClick={people.more}>
          {labels.older}
        </Button>
      ) : null}
    </section>
  )
}

function PersonRow({ person, isChosen, onChoose }: { person: Interlocutor; isChosen: boolean; onChoose: () => void }) {
  const { last_message: last, unread_count: unread } = person
  const isOurs = last !== null && last.sender_id !== person.id
  return (
    <button
      type="button"
      className="chat-row"
      aria-current={isChosen ? 'true' : undefined}
      data-unread={unread > 0 || undefined}
      onClick={onChoose}
    >
      <span className="chat-row-name">{nameOf(person)}</span>
      {last ? <time className="small dim">{chatTime(last.created_at, 'day alone')}</time> : null}
      <span className="chat-row-last small">
        {last ? labels.preview(last.message, isOurs) : labels.kinds[person.kind]}
      </span>
      {unread > 0 ? (
        <span className="chat-row-unread digits">
          {unread > 99 ? '99+' : unread}
          <span className="visually-hidden"> {labels.unread(unread)}</span>
        </span>
      ) : null}
    </button>
  )
}
