import type { PersonRow } from '@dispecerat/contract/office/people'
import { Button } from '@mantine/core'
import { useUser } from '../../api/session.ts'
import { showDriver } from '../../shared/drivers/driver-card-drawer.tsx'
import { confirmMessage } from '../../shared/notices/send-message.tsx'
import { peopleMessages } from './people-messages.ts'

const messages = peopleMessages.row
const BUTTON_PROPS = { size: 'compact-xs', variant: 'default' } as const

/** Opens a driver's card, with ban, call and message, or the message dialog for a client, without leaving the list. */
export function RowActs({ person, name }: { person: PersonRow; name: string }) {
  const { permissions } = useUser()
  if (person.roles.includes('driver')) {
    return (
      <Button
        {...BUTTON_PROPS}
        aria-label={messages.cardOf(name)}
        title={messages.cardHint}
        onClick={() => showDriver(person.id)}
      >
        {messages.card}
      </Button>
    )
  }
  if (!permissions.includes('messages.send')) return null
  return (
    <Button
      {...BUTTON_PROPS}
      aria-label={messages.messageTo(name)}
      onClick={() => confirmMessage({ userId: person.id, name })}
    >
      {messages.message}
    </Button>
  )
}
