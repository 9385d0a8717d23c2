import { readStandQueue, type StandQueuePlace } from '@dispecerat/contract/fleet/stands'
import { Skeleton } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { duration, hourAndMinute, millisOf } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useNow } from '../../ui/now.ts'
import { zoneMessages as messages } from './zone-messages.ts'
import './stand-queue.css'

/** The drivers at a stand, since when and how long. Its parent also uses `useStands`, which invalidates this query. */
export function StandQueue({ standId, isActive }: { standId: number; isActive: boolean }) {
  const { data, isError, refetch, dataUpdatedAt } = useEndpointQuery(
    readStandQueue,
    { params: { id: standId } },
    { select: ({ data }) => data, refetchInterval: useFallbackInterval(FALLBACK_MS.positions) },
  )
  if (isError) return <LoadFailed onRetry={() => void refetch()} lastGoodAt={dataUpdatedAt} />
  if (!data) return <Skeleton height={60} />
  if (data.length === 0) return <p className="dim small">{isActive ? messages.queueEmpty : messages.queueOff}</p>
  return (
    <ol className="stand-queue">
      {data.map((place) => (
        <QueueLine key={place.driver_id} place={place} />
      ))}
    </ol>
  )
}

function QueueLine({ place }: { place: StandQueuePlace }) {
  const now = useNow((s) => s.now)
  const since = millisOf(place.arrived_at)
  return (
    <li>
      <span className="digits dim">{place.position}.</span>
      <b className="digits">{place.indicativ ?? '—'}</b>
      <span className="stand-queue-name">{place.driver_name}</span>
      <span className="small dim">{messages.since(hourAndMinute(new Date(since)))}</span>
      <time className="digits">{duration((now - since) / 1000)}</time>
    </li>
  )
}
