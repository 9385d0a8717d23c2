import type { Interlocutor } from '@dispecerat/contract/office/messages'
import { Button, Skeleton } from '@mantine/core'
import { showDriver } from '../../shared/drivers/driver-card-drawer.tsx'
import { CallPhone } from '../../shared/telephone/call-phone.tsx'
import { chatLabels as labels } from '../chat-labels.ts'
import { nameOf } from './chat-name.ts'
import { Conversation } from './conversation.tsx'
import { useSend } from './use-send.ts'
import { useTalk } from './use-talk.ts'

export function ChatTalk({ personId }: { personId: number }) {
  const talk = useTalk(personId)
  const send = useSend(personId)
  const { person } = talk
  const name = person === null ? '' : nameOf(person)
  return (
    <Conversation
      talk={talk}
      personId={personId}
      name={name}
      head={person === null ? <Skeleton height={24} /> : <TalkHead person={person} />}
      isTheirs={({ sender_id }) => sender_id === personId}
      send={send}
      quick={{ companyId: person?.company_id ?? null }}
    />
  )
}

function TalkHead({ person }: { person: Interlocutor }) {
  const { id, kind, phone } = person
  const name = nameOf(person)
  return (
    <>
      <h3>{name}</h3>
      <span className="small dim">{labels.kinds[kind]}</span>
      <span className="chat-space" />
      {phone === null ? null : (
        <CallPhone phone={phone} name={name} {...(kind === 'driver' ? { whom: { driver_id: id } } : {})} />
      )}
      {kind === 'driver' ? (
        <Button size="compact-xs" variant="default" aria-label={labels.cardOf(name)} onClick={() => showDriver(id)}>
          {labels.card}
        </Button>
      ) : null}
    </>
  )
}
