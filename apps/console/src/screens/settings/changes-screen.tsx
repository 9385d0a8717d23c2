import { type Change, exportChanges, listChanges } from '@dispecerat/contract/changes'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { ChangedFields } from '../../parts/edit-page/change-rows.tsx'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import type { ChangesSearch } from '../../parts/settings-search.ts'
import { carWords } from '../../text/car-words.ts'
import { changesWords as words } from '../../text/changes-words.ts'
import { companyAdminWords } from '../../text/company-admin-words.ts'
import { deviceWords } from '../../text/device-words.ts'
import { discountWords } from '../../text/discount-words.ts'
import { editWords } from '../../text/edit-words.ts'
import { fromWallTime, shownTime } from '../../text/format.ts'
import { peopleWords } from '../../text/people-words.ts'
import { permissionFields } from '../../text/permission-words.ts'
import { protocolWords } from '../../text/protocol-words.ts'
import { settingsWords } from '../../text/settings-words.ts'
import { DateField } from '../../ui/date-field.tsx'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import './catalogue.css'
import { SettingsFrame } from './settings-frame.tsx'

const UserSelect = later(() => import('../../parts/user-select.tsx').then((m) => m.UserSelect))
const WORKERS = ['admin', 'company_admin', 'dispatcher'] as const
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

/** /settings/changes: who changed what, newest first. */
export function ChangesScreen() {
  const { find, set } = useTableSearch<ChangesSearch>('/app/settings/changes')
  const query = filterOf(find)
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['changes', 'all', query],
    queryFn: ({ pageParam, signal }) =>
      call(
        listChanges,
        { query: { ...query, ...(pageParam === null ? {} : { before: pageParam }), per_page: 30 } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.has_more ? (page.data.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
  })
  const changes = data?.pages.flatMap((page) => page.data)
  return (
    <SettingsFrame path="/settings/changes">
      <main id="content" className="page settings-page">
        <h1>{words.title}</h1>
        <Filters find={find} set={set} query={query} />
        <section className="panel edit-section" aria-label={words.title}>
          {isError && !changes ? <LoadFailed onRetry={() => void refetch()} /> : null}
          {!changes && !isError ? <Skeleton height={300} /> : null}
          {changes?.length === 0 ? <p className="dim">{words.empty}</p> : null}
          <ol className="change-list">
            {changes?.map((change) => (
              <Line key={change.id} change={change} />
            ))}
          </ol>
          {hasNextPage ? (
            <Button
              size="compact-sm"
              variant="default"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {words.more}
            </Button>
          ) : null}
        </section>
      </main>
    </SettingsFrame>
  )
}

interface FiltersProps {
  find: ChangesSearch
  set: ReturnType<typeof useTableSearch<ChangesSearch>>['set']
  query: ReturnType<typeof filterOf>
}

function Filters({ find, set, query }: FiltersProps) {
  const { companies } = useUser()
  const day = (field: 'from' | 'to') => (
    <DateField
      size="xs"
      clearable
      label={words[field]}
      value={find[field] ?? null}
      clearButtonProps={{ 'aria-label': words.clear(words[field]) }}
      onChange={(chosen) => set({ [field]: chosen ?? undefined })}
    />
  )
  return (
    <search className="line-form" aria-label={words.title}>
      <NativeSelect
        size="xs"
        label={words.what}
        value={find.entity ?? ''}
        data={[
          { value: '', label: words.anything },
          ...Object.entries(words.entities).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => set({ entity: event.currentTarget.value || undefined })}
      />
      <Suspense fallback={<TextInput size="xs" label={words.who} disabled />}>
        <UserSelect
          label={words.who}
          roles={WORKERS}
          nobody={words.anybody}
          value={find.user ?? null}
          onChange={(user) => set({ user: user ?? undefined })}
        />
      </Suspense>
      {day('from')}
      {day('to')}
      {companies.length > 1 ? (
        <NativeSelect
          size="xs"
          label={words.company}
          value={find.company === undefined ? '' : String(find.company)}
          data={[
            { value: '', label: words.anyCompany },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => set({ company: Number(event.currentTarget.value) || undefined })}
        />
      ) : null}
      <ExportButtons path={exportChanges.path} query={query} fileName="modificari" />
    </search>
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

/** Days of Bucharest, both ends included, as the wire says them. */
function filterOf({ entity, user, company, from, to }: ChangesSearch) {
  const start = from === undefined ? null : fromWallTime(`${from} 00:00:00`)
  const end = to === undefined ? null : fromWallTime(`${dayAfter(to)} 00:00:00`)
  return {
    ...(entity === undefined ? {} : { entity }),
    ...(user === undefined ? {} : { user_id: user }),
    ...(company === undefined ? {} : { company_id: company }),
    ...(start ? { from: toWireTime(start) } : {}),
    ...(end ? { to: toWireTime(end) } : {}),
  }
}

/** Days of a calendar have no hours: counted at noon UTC. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
