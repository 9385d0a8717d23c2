import type { Change } from '@dispecerat/contract/office/changes'
import { actionLabel, fieldsOfRow, rowLabel } from '@dispecerat/domain/audit/audit-messages'
import { nameless } from '@dispecerat/domain/audit/row-acts'
import { isPhone, prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Link } from '@tanstack/react-router'
import { ChangedFields } from '../../shared/edit-page/change-rows.tsx'
import { editMessages } from '../../shared/edit-page/edit-messages.ts'
import { changesMessages as messages } from '../../shared/settings-page/changes-messages.ts'
import { shownTime } from '../../text/format.ts'

const WITH_PAGE: ReadonlySet<string> = new Set(['car', 'content', 'device', 'discount'])

/** People are shown by name, not by id. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'client', 'account_client', 'account_pickup', 'protocol_contract'])

/** Actions with one field, the name, which their first line already shows. */
const SHOWN_BY_NAME: ReadonlySet<string> = new Set(['list_exported'])

/** Audit log: who changed which record, and each field from what to what. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ol className="change-list">
      {changes.map((change) => (
        <Line key={change.id} change={change} />
      ))}
    </ol>
  )
}

function Line({ change }: { change: Change }) {
  const { entity, entity_id: id, user, action } = change
  const name = messages.of(rowLabel(entity), { id, name: nameOf(change), isPerson: PEOPLE.has(entity) })
  const href = pageOf(entity, id)
  return (
    <li>
      <p>
        <time>{shownTime(change.happened_at)}</time>{' '}
        <strong>{user === null ? editMessages.system : (user.name ?? nameless)}</strong> {actionLabel(action)}{' '}
        {href === null ? (
          name
        ) : (
          <Link className="table-link" to={href}>
            {name}
          </Link>
        )}
      </p>
      {SHOWN_BY_NAME.has(action) ? null : <ChangedFields change={change} labels={fieldsOfRow(entity)} />}
    </li>
  )
}

function nameOf({ entity_name: name }: Change): string | null {
  return name !== null && isPhone(name) ? prettyPhone(name) : name
}

/** URL of the record's page; null for records without one. */
function pageOf(entity: string, id: number): string | null {
  if (WITH_PAGE.has(entity)) return `/${entity}/${id}`
  if (entity === 'client') return `/user/${id}/client`
  if (entity === 'permissions') return '/settings/permissions'
  if (entity === 'tariff') return `/settings/tariffs/${id}`
  return entity.startsWith('settings_') ? `/settings/${entity.slice('settings_'.length)}` : null
}
