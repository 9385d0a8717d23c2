import { listRatings, type RatingOfPerson } from '@dispecerat/contract/orders/ratings'
import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import { Pages } from '../../../shared/filters/pages.tsx'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { shownTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { ratingMessages as messages } from '../rating-messages.ts'

const PER_PAGE = 10

/** Ratings of a driver by clients, or of a client by drivers, the newest first. */
export function PersonRatings({ userId, of }: { userId: number; of: 'driver' | 'client' }) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useEndpointQuery(
    listRatings,
    { params: { id: userId }, query: { of, page, per_page: PER_PAGE } },
    { placeholderData: keepPreviousData },
  )
  const total = data?.meta.total ?? 0
  return (
    <EditSection title={messages.title}>
      <div className="wide">
        {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
        {!data && !isError ? <Skeleton height={40} /> : null}
        {data && total === 0 ? <p className="dim">{messages.none}</p> : null}
        {data && data.mean !== null ? <p>{messages.mean(data.mean, total)}</p> : null}
        <ul className="person-ratings">
          {data?.data.map((rating) => (
            <Rating key={rating.order_id} rating={rating} />
          ))}
        </ul>
        {total > PER_PAGE ? <Pages page={page} hasMore={page * PER_PAGE < total} onPage={setPage} /> : null}
      </div>
    </EditSection>
  )
}

function Rating({ rating }: { rating: RatingOfPerson }) {
  const { orderPath } = useWorkspace()
  const { stars, tags, comment, source, by, order_id, is_ours, created_at } = rating
  const order = ro.titles.order(order_id)
  return (
    <li>
      <span className="person-stars" role="img" aria-label={messages.stars(stars)}>
        {messages.drawn(stars)}
      </span>{' '}
      {tags.join(', ')}
      {comment ? <p className="person-comment">{comment}</p> : null}
      <div className="small dim">
        <time>{shownTime(created_at)}</time> · {[by?.name, messages.sources[source]].filter(Boolean).join(', ')} ·{' '}
        {is_ours ? (
          <Link to={orderPath} params={{ id: String(order_id) }} search={{}}>
            {order}
          </Link>
        ) : (
          order
        )}
      </div>
    </li>
  )
}
