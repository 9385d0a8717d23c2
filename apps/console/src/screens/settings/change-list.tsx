import type { Change } from '@dispecerat/contract/changes'
import { Link } from '@tanstack/react-router'
import { ChangedFields } from '../../parts/edit-page/change-rows.tsx'
import { carWords } from '../../text/car-words.ts'
import { changesWords as words } from '../../text/changes-words.ts'
import { companyAdminWords } from '../../text/company-admin-words.ts'
import { deviceWords } from '../../text/device-words.ts'
import { discountWords } from '../../text/discount-words.ts'
import { editWords } from '../../text/edit-words.ts'
import { shownTime } from '../../text/format.ts'
import { peopleWords } from '../../text/people-words.ts'
import { permissionFields } from '../../text/permission-words.ts'
import { protocolWords } from '../../text/protocol-words.ts'
import { settingsWords } from '../../text/settings-words.ts'

const WITH_PAGE: ReadonlySet<string> = new Set(['car', 'content', 'device', 'discount'])
/** What pages of their own call their fields; all others are called as here. */
const FIELDS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  billing_profile: protocolWords.fields,
  car: carWords.fields,
  company: companyAdminWords.fields,
  device: deviceWords.fields,
  discount: discountWords.fields,
  protocol_contract: protocolWords.fields,
  user: peopleWords.columns,
}
const FIELDS = { ...settingsWords.fields, ...words.fields, ...permissionFields }

/** Who changed which row, and each field from what to what. */
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
  const name = words.of(words.entities[entity] ?? entity, id)
  const href = pageOf(entity, id)
  return (
    <li>
      <p>
        <time>{shownTime(change.happened_at)}</time>{' '}
        <strong>{user === null ? editWords.system : (user.name ?? `#${user.id}`)}</strong>{' '}
        {words.actions[action] ?? action}{' '}
        {href === null ? (
          name
        ) : (
          <Link className="table-link" to={href}>
            {name}
          </Link>
        )}
      </p>
      <ChangedFields change={change} labels={FIELDS_OF[entity] ?? FIELDS} />
    </li>
  )
}

/** Where the row is edited; null for what has no page of its own. */
function pageOf(entity: string, id: number): string | null {
  if (WITH_PAGE.has(entity)) return `/${entity}/${id}`
  if (entity === 'permissions') return '/settings/permissions'
  if (entity === 'tariff') return `/settings/tariffs/${id}`
  return entity.startsWith('settings_') ? `/settings/${entity.slice('settings_'.length)}` : null
}
