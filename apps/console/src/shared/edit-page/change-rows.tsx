import { type Change, listChanges } from '@dispecerat/contract/office/changes'
import { changeText } from '@dispecerat/domain/audit/change-text'
import { fieldLabel } from '@dispecerat/domain/audit/field-labels'
import { nameless } from '@dispecerat/domain/audit/row-acts'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { editMessages } from './edit-messages.ts'
import './edit-page.css'

/** Maximum length of a shown value. */
const MAX_SHOWN = 240

export interface ChangeHistoryProps {
  entity: string
  entityId: number
  /** Field → its label on the page. */
  labels?: Readonly<Record<string, string>>
}

/** Audit log of the record: by whom, when, and from what to what; nothing for users who may not read it. */
export function ChangeRows({ entity, entityId, labels = {} }: ChangeHistoryProps) {
  const mayRead = useUser().permissions.includes('changes.read')
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: endpointKey(listChanges, { query: { entity, entity_id: entityId } }, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      request(
        listChanges,
        { query: { entity, entity_id: entityId, ...(pageParam === null ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.has_more ? (page.data.at(-1)?.id ?? null) : null),
    enabled: mayRead,
  })
  if (!mayRead) return null
  const changes = data?.pages.flatMap((page) => page.data)
  return (
    <section className="panel edit-section" aria-labelledby="change-history">
      <h2 id="change-history">{editMessages.history}</h2>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={60} /> : null}
      {changes?.length === 0 ? <p className="dim">{editMessages.historyEmpty}</p> : null}
      <ol className="change-list">
        {changes?.map((change) => (
          <ChangeLine key={change.id} change={change} labels={labels} />
        ))}
      </ol>
      {hasNextPage ? (
        <Button size="compact-sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {editMessages.historyMore}
        </Button>
      ) : null}
    </section>
  )
}

function ChangeLine({ change, labels }: { change: Change; labels: Readonly<Record<string, string>> }) {
  return (
    <li>
      <p>
        <time>{shownTime(change.happened_at)}</time>{' '}
        <strong>{change.user === null ? editMessages.system : (change.user.name ?? nameless)}</strong>{' '}
        {editMessages.actions[change.action] ?? change.action}
      </p>
      <ChangedFields change={change} labels={labels} />
    </li>
  )
}

/** Each changed field with its old value, unless the record is new, and the new one. */
export function ChangedFields({ change, labels }: { change: Change; labels: Readonly<Record<string, string>> }) {
  return (
    <ul>
      {change.fields.map(({ field, before, after }) => {
        const label = fieldLabel(field, labels)
        const text = (value: unknown) =>
          changeText({ entity: change.entity, field, label }, value) || editMessages.nothing
        return (
          <li key={field}>
            {label}:{' '}
            {change.action === 'created' ? null : (
              <del>
                <LongText text={text(before)} max={MAX_SHOWN} />
              </del>
            )}{' '}
            <LongText text={text(after)} max={MAX_SHOWN} />
          </li>
        )
      })}
    </ul>
  )
}
