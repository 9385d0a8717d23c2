import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Progress, Skeleton, Switch } from '@mantine/core'
import { useState } from 'react'
import { searchPanelMessages } from '../../../shared/orders/search-messages.ts'
import { hourAndMinute, shownTime } from '../../../text/format.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { OffersOnMap } from '../places/offers-on-map.tsx'
import { lastWalk } from './rounds.ts'
import { SearchRound } from './search-round.tsx'
import { useSearches } from './use-searches.ts'
import { WhyNotBox } from './why-not-box.tsx'
import './search-panel.css'

const messages = searchPanelMessages

/** The driver search of the order: one block per round, the newest on top. */
export function SearchPanel({ order }: { order: OrderView }) {
  const [all, setAll] = useState(false)
  const { data, isError, refetch } = useSearches(order.id, all)
  const rounds = data?.searches ?? []
  const shown = all || rounds.length === 0 ? rounds : lastWalk(rounds)
  const isSearching = order.state === 'created' || order.in_pending_queue || order.replacement_since !== null
  return (
    <section className="panel side-card search-panel" aria-label={messages.title}>
      <div className="side-head">
        <h2 className="panel-title">{isSearching ? messages.title : messages.oldRounds}</h2>
        {isSearching && shown.length > 0 ? <OffersOnMap order={order} /> : null}
        {rounds.some((round) => round.walk_no > 1) || all ? (
          <Switch
            size="xs"
            label={messages.all}
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
        ) : null}
      </div>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={90} /> : null}
      {data && shown.length === 0 ? <Waiting order={order} /> : null}
      {isSearching && shown.length > 0 && shown.every((round) => round.ended_at !== null) ? (
        <Waiting order={order} />
      ) : null}
      {shown.length > 0 ? <WhyNotBox rounds={shown} /> : null}
      <ol>
        {[...shown].reverse().map((round) => (
          <SearchRound key={round.id} round={round} />
        ))}
      </ol>
    </section>
  )
}

function Waiting({ order }: { order: OrderView }) {
  if (order.state === 'pending' && !order.in_pending_queue) {
    return (
      <p className="dim small">
        {messages.scheduled(shownTime(order.start_at ?? order.departure_time, hourAndMinute))}
      </p>
    )
  }
  if (order.in_pending_queue) return <p className="dim small">{messages.queue}</p>
  if (order.state !== 'created' && order.replacement_since === null)
    return <p className="dim small">{messages.ended}</p>
  return (
    <div role="status">
      <p className="dim small">{messages.waiting}</p>
      <Progress value={100} animated size="sm" aria-label={messages.waiting} />
    </div>
  )
}
