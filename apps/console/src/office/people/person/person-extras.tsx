import { type Person, resetPersonPassword, setRoles } from '@dispecerat/contract/office/people'
import type { Role } from '@dispecerat/domain/identity/permissions'
import type { PeopleType } from '@dispecerat/domain/identity/role-grants'
import { Button, Group, PasswordInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { BanHistory } from '../../../shared/bans/ban-history.tsx'
import '../../../shared/data-table/data-table.css'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { money, shownTime } from '../../../text/format.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { later } from '../../../ui/later.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { peopleMessages } from '../people-messages.ts'
import { PersonData } from './person-data.tsx'
import { PersonSecondFactor } from './person-second-factor.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { RoleBoxes } from './role-boxes.tsx'

const DriverReportLink = later(() => import('../driver-report-link.tsx').then((m) => m.DriverReportLink))
const PersonMeta = later(() => import('./person-meta.tsx').then((m) => m.PersonMeta))
const PersonPhoto = later(() => import('./person-photo.tsx').then((m) => m.PersonPhoto))
const PersonRatings = later(() => import('./person-ratings.tsx').then((m) => m.PersonRatings))
const messages = peopleMessages.page

interface Props {
  person: Person
  type: PeopleType
  /** Called when a part of the person was changed outside the form. */
  onChange: () => void
  onSaved: (fresh: { data: Person }) => void
}

/**
 * Parts with a save button of their own: roles, password, cars, bans. Suspends until all are loaded, so that none
 * shifts the others.
 */
export function PersonExtras({ person, type, onChange, onSaved }: Props) {
  const { permissions } = useUser()
  const administers = person.may.administer && !person.is_yourself
  const mayErase = permissions.includes('clients.personal_data')
  /* A client is a record of the company: photo, password, roles and properties exist only for accounts. */
  const hasAccess = person.roles.some((role) => role !== 'client')
  return (
    <>
      {hasAccess ? <PersonPhoto person={person} onSaved={onSaved} /> : null}
      {administers && hasAccess ? <Roles key={person.version} person={person} onSaved={onSaved} /> : null}
      {person.may.administer && hasAccess ? <Password person={person} onChange={onChange} /> : null}
      {administers && person.has_two_factor ? <PersonSecondFactor person={person} onChange={onChange} /> : null}
      {administers && hasAccess && !person.is_super_user ? (
        <PersonSessions userId={person.id} onChange={onChange} />
      ) : null}
      {mayErase && (type === 'client' || !hasAccess) ? <PersonData person={person} /> : null}
      {type === 'driver' ? <Driver person={person} /> : null}
      {type === 'driver' || type === 'client' ? <PersonRatings userId={person.id} of={type} /> : null}
      {person.is_yourself || !hasAccess ? null : (
        <PersonMeta
          userId={person.id}
          mayWrite={person.may.administer && permissions.includes('users.administer')}
          onChange={onChange}
        />
      )}
      {type === 'driver' && permissions.includes('report_tokens.make') ? (
        <DriverReportLink driverId={person.id} />
      ) : null}
    </>
  )
}

function Roles({ person, onSaved }: Pick<Props, 'person' | 'onSaved'>) {
  const [roles, setChosen] = useState<readonly Role[]>(person.roles)
  const save = useAction(
    (wanted: readonly Role[], key) =>
      request(setRoles, { params: { id: person.id }, body: { roles: [...wanted] } }, { key, version: person.version }),
    {
      done: (fresh) => {
        toast.good(messages.rolesSaved)
        onSaved(fresh)
      },
    },
  )
  const isSame = [...roles].sort().join() === [...person.roles].sort().join()
  return (
    <EditSection title={messages.roles}>
      <div className="wide">
        <RoleBoxes roles={roles} isOff={person.is_super_user} onChange={setChosen} />
        <Group mt="xs" gap="sm">
          <Button size="compact-sm" disabled={isSame || save.busy} onClick={() => void save.run(roles)}>
            {messages.saveRoles}
          </Button>
          <span className="small dim">{messages.rolesNote}</span>
        </Group>
      </div>
    </EditSection>
  )
}

function Password({ person, onChange }: Pick<Props, 'person' | 'onChange'>) {
  const send = (body: { password?: string }, key: string) =>
    request(resetPersonPassword, { params: { id: person.id }, body }, { key })
  const done = ({ is_mailed }: { is_mailed: boolean }) => {
    form.reset()
    toast.good(is_mailed ? messages.linkMailed : messages.passwordSet)
    onChange()
  }
  const form = useForm({ initial: { password: '' }, save: send, done })
  const mailLink = useAction((_: null, key) => send({}, key), { done, failed: form.showErrors })
  const isHeld = form.busy || mailLink.busy || person.is_super_user
  if (person.is_yourself) {
    return (
      <EditSection title={messages.password}>
        <p className="wide">
          {messages.ownPassword}{' '}
          <LinkButton size="compact-sm" variant="default" to="/settings/account">
            {messages.toAccount}
          </LinkButton>
        </p>
      </EditSection>
    )
  }
  const noMail = person.email === null ? messages.noEmail : undefined
  return (
    <EditSection title={messages.password}>
      <PasswordInput
        size="sm"
        label={messages.newPassword}
        description={person.has_password ? messages.hasPassword : messages.noPassword}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': messages.show }}
        {...form.bind('password')}
      />
      <Group gap="sm" className="person-password">
        <Button
          size="compact-md"
          variant="default"
          disabled={form.values.password === '' || isHeld}
          onClick={() => form.submit()}
        >
          {messages.setPassword}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          disabled={isHeld || noMail !== undefined}
          title={noMail}
          aria-description={noMail}
          onClick={() => void mailLink.run(null)}
        >
          {messages.mailLink}
        </Button>
      </Group>
    </EditSection>
  )
}

function Driver({ person }: Pick<Props, 'person'>) {
  return (
    <EditSection title={messages.cars}>
      <div>
        {person.cars.length === 0 ? <p className="dim">{messages.noCars}</p> : null}
        <ul>
          {person.cars.map(({ id, indicativ, number }) => (
            <li key={id}>
              <Link to="/car/$id" params={{ id: String(id) }} className="table-link">
                {indicativ} · {number}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <FactList
        facts={[
          [messages.balance, person.balance === null ? null : money(person.balance)],
          [messages.lastSeen, shownTime(person.last_seen_at)],
          [messages.created, shownTime(person.created_at)],
        ]}
      />
      <div className="wide">
        <BanHistory driverId={person.id} />
      </div>
    </EditSection>
  )
}
