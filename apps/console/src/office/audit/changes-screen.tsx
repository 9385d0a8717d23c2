import { exportChanges, listChanges } from '@dispecerat/contract/office/changes'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import type { ChangesParams } from '../../routes/params/settings-params.ts'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { changesMessages as messages } from '../../shared/settings-page/changes-messages.ts'
import { fromWallTime } from '../../text/format.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import '../../shared/edit-page/edit-page.css'
import '../../shared/settings-page/catalogue.css'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'

const UserSelect = later(() => import('../../shared/filters/user-select.tsx').then((m) => m.UserSelect))
/** Loaded on demand, because it imports the texts of every page whose fields it names. */
const ChangeList = later(() => import('./change-list.tsx').then((m) => m.ChangeList))
const WORKERS = ['admin', 'company_admin', 'dispatcher'] as const

/** /settings/changes: the audit log, newest first. */
export function ChangesScreen() {
  const { find, set } = useTableParams<ChangesParams>('/app/settings/changes')
  const query = filterOf(find)
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: endpointKey(listChanges, { query }, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      request(
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
        <h1>{messages.title}</h1>
        <Filters find={find} set={set} query={query} />
        <section className="panel edit-section" aria-label={messages.title}>
          {isError && !changes ? <LoadFailed onRetry={() => void refetch()} /> : null}
          {!changes && !isError ? <Skeleton height={300} /> : null}
          {changes?.length === 0 ? <p className="dim">{messages.empty}</p> : null}
          {changes ? (
            <Suspense fallback={<Skeleton height={300} />}>
              <ChangeList changes={changes} />
            </Suspense>
          ) : null}
          {hasNextPage ? (
            <Button
              size="compact-sm"
              variant="default"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {messages.more}
            </Button>
          ) : null}
        </section>
      </main>
    </SettingsFrame>
  )
}

interface FiltersProps {
  find: ChangesParams
  set: ReturnType<typeof useTableParams<ChangesParams>>['set']
  query: ReturnType<typeof filterOf>
}

function Filters({ find, set, query }: FiltersProps) {
  const { companies } = useUser()
  const day = (field: 'from' | 'to') => (
    <DateField
      size="xs"
      clearable
      label={messages[field]}
      value={find[field] ?? null}
      clearButtonProps={{ 'aria-label': messages.clear(messages[field]) }}
      onChange={(chosen) => set({ [field]: chosen ?? undefined })}
    />
  )
  return (
    <search className="line-form" aria-label={messages.title}>
      <NativeSelect
        size="xs"
        label={messages.what}
        value={find.entity ?? ''}
        data={[
          { value: '', label: messages.anything },
          ...Object.entries(messages.entities).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => set({ entity: event.currentTarget.value || undefined })}
      />
      <Suspense fallback={<TextInput size="xs" label={messages.who} disabled />}>
        <UserSelect
          label={messages.who}
          roles={WORKERS}
          nobody={messages.anybody}
          value={find.user ?? null}
          onChange={(user) => set({ user: user ?? undefined })}
        />
      </Suspense>
      {day('from')}
      {day('to')}
      {companies.length > 1 ? (
        <NativeSelect
          size="xs"
          label={messages.company}
          value={find.company === undefined ? '' : String(find.company)}
          data={[
            { value: '', label: messages.anyCompany },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => set({ company: Number(event.currentTarget.value) || undefined })}
        />
      ) : null}
      <ExportButtons path={exportChanges.path} query={query} fileName="modificari" />
    </search>
  )
}

/** Dates in the Bucharest time zone, both included, converted to wire times. */
function filterOf({ entity, user, company, from, to }: ChangesParams) {
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

/** Calendar dates are computed at noon UTC, so that daylight-saving changes have no effect. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
