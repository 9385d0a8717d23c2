import { deactivatePerson, type Person, restorePerson } from '@dispecerat/contract/office/people'
import type { PeopleType } from '@dispecerat/domain/identity/role-grants'
import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { confirmMessage } from '../../../shared/notices/send-message.tsx'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import { onDemand } from '../../../ui/later.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { peopleMessages } from '../people-messages.ts'
import { StateTag } from './person-tags.tsx'

const messages = peopleMessages.page
const BanControl = onDemand(() => import('../../../shared/bans/ban-control.tsx').then((m) => m.BanControl))
const UNDO_MS = 6000

interface Props {
  person: Person
  type: PeopleType
  name: string
  onChange: () => void
}

/** Beside the name: state of the account, the ban, activation and deactivation. */
export function PersonAside({ person, type, name, onChange }: Props) {
  const maySend = useUser().permissions.includes('messages.send')
  return (
    <>
      <StateTag person={person} />
      {person.is_super_user ? <span className="tag">{messages.superUser}</span> : null}
      {person.is_yourself ? <span className="tag">{messages.yourself}</span> : null}
      <LinkButton size="compact-sm" variant="default" to="/users/$type" params={{ type }} search={{}}>
        {peopleMessages.titles[type]}
      </LinkButton>
      {type === 'driver' || type === 'client' ? (
        <LinkButton
          size="compact-sm"
          variant="default"
          to="/orders/$type"
          params={{ type: 'all' }}
          search={type === 'driver' ? { driver: person.id } : { client: person.id }}
        >
          {messages.orders}
        </LinkButton>
      ) : null}
      {maySend && !person.is_yourself && (type === 'driver' || type === 'client') ? (
        <Button size="compact-sm" variant="default" onClick={() => confirmMessage({ userId: person.id, name })}>
          {peopleMessages.row.message}
        </Button>
      ) : null}
      {person.may.ban ? (
        <Suspense fallback={null}>
          <BanControl driver={person} name={name} />
        </Suspense>
      ) : null}
      {person.may.administer ? <OpenOrClose person={person} name={name} onChange={onChange} /> : null}
    </>
  )
}

/** A deactivation can be undone for a moment, and later with the same button. */
function OpenOrClose({ person, name, onChange }: Omit<Props, 'type'>) {
  const isClosed = person.state === 'deactivated'
  const open = useAction((id: number, key) => request(restorePerson, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.activated)
      onChange()
    },
  })
  const close = useAction((id: number, key) => request(deactivatePerson, { params: { id } }, { key }), {
    done: (_, id) => {
      onChange()
      offerUndo({ text: messages.deactivated, label: messages.undo, ms: UNDO_MS, undo: () => void open.run(id) })
    },
  })
  const isProtected = person.is_yourself || person.is_super_user
  const why = person.is_yourself ? messages.yourself : person.is_super_user ? messages.superUser : undefined
  const confirmClose = () =>
    confirm({
      text: messages.confirmDeactivate(name),
      yes: messages.deactivate,
      danger: true,
      onYes: () => void close.run(person.id),
    })
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isProtected || open.busy || close.busy}
      title={why}
      aria-description={why}
      onClick={() => (isClosed ? void open.run(person.id) : confirmClose())}
    >
      {isClosed ? messages.activate : messages.deactivate}
    </Button>
  )
}
