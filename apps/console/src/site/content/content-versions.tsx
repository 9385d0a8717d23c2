import { type ContentPage, listContentVersions, restoreContentVersion } from '@dispecerat/contract/site/content'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { shownTime } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { contentMessages as messages } from './content-messages.ts'
import { PageHtml } from './page-preview.tsx'

interface Props {
  page: ContentPage
  /** Unsaved changes would be lost when a version is restored. */
  isDirty: boolean
  onRestored: (page: ContentPage) => void
}

/** Earlier versions of the page: compared side by side with the current one, and restored. */
export function ContentVersions({ page, isDirty, onRestored }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: endpointKey(listContentVersions, { params: { id: page.id } }, page.version),
    queryFn: ({ signal }) => request(listContentVersions, { params: { id: page.id } }, { signal }),
  })
  const restore = useAction(
    (version: number, key) =>
      request(restoreContentVersion, { params: { id: page.id, version } }, { key, version: page.version }),
    {
      done: ({ data: fresh }) => {
        toast.good(messages.restored)
        setShown(null)
        onRestored(fresh)
      },
    },
  )
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const old = data.data.find(({ version }) => version === shown)
  return (
    <section aria-label={messages.versionsOpen} className="content-versions">
      <h2>{messages.versions}</h2>
      <ul>
        {data.data.map(({ version, at, updated_by }, index) => (
          <li key={version}>
            <span>
              {messages.version(version)} · {shownTime(at)} · {messages.by(updated_by)}
              {index === 0 ? ` · ${messages.current}` : ''}
            </span>
            {index === 0 ? null : (
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={shown === version}
                onClick={() => setShown(shown === version ? null : version)}
              >
                {messages.compare}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {old ? (
        <>
          <div className="content-compare">
            <article>
              <h3>
                {messages.before}: {old.title}
              </h3>
              <PageHtml html={old.content} />
            </article>
            <article>
              <h3>
                {messages.now}: {page.title}
              </h3>
              <PageHtml html={page.content} />
            </article>
          </div>
          <Button
            size="compact-sm"
            disabled={isDirty}
            title={isDirty ? messages.saveFirst : undefined}
            aria-description={isDirty ? messages.saveFirst : undefined}
            aria-busy={restore.busy}
            onClick={() => void restore.run(old.version)}
          >
            {messages.restore}
          </Button>
        </>
      ) : null}
    </section>
  )
}
