import type { PublicContent } from '@dispecerat/contract/site/content'
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { shownTime } from '../../text/format.ts'
import { publicMessages as messages } from '../../text/public-messages.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'

const PageHtml = later(() => import('../../shared/content/page-html.tsx').then((m) => m.PageHtml))

/** A page, its skeleton, or the reason why it is missing. */
export function ContentArticle({ page }: { page: UseQueryResult<PublicContent> }) {
  const { data, error, refetch } = page
  const title = data?.title
  useEffect(() => {
    if (title === undefined) return
    document.title = `${title} · ${ro.app}`
    document.querySelector('.site')?.scrollTo(0, 0)
  }, [title])
  if (error instanceof ApiError && error.status === 404) return <NotThere />
  if (error && !data) return <LoadFailed text={messages.failed} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} maw="70ch" />
  return (
    <article>
      <h1>{data.title}</h1>
      <Suspense fallback={<Skeleton height={420} maw="70ch" />}>
        <PageHtml html={data.content} />
      </Suspense>
      <p className="small dim">{messages.updated(shownTime(data.updated_at))}</p>
    </article>
  )
}

function NotThere() {
  return (
    <>
      <h1>{messages.notFound}</h1>
      <p>
        <Link to="/documentation" className="link">
          {messages.toDocs}
        </Link>
      </p>
    </>
  )
}
