import type { Searches } from '@dispecerat/contract/search'
import { limitIsDriverCount } from '@dispecerat/domain/search-rules'
import { Progress } from '@mantine/core'
import { memo } from 'react'
import { distance, hourToSecond, millisOf, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import {
  FATE_WORDS,
  NAMED_DRIVERS,
  NOTIFICATION_WORDS,
  PASS_WORDS,
  SEARCH_ORDER_WORDS,
  SEARCH_TYPE_WORDS,
} from '../../text/search-words.ts'
import { useNow } from '../../ui/now.ts'
import { passedByReason } from './rounds.ts'

const words = ro.order.search
type Round = Searches['searches'][number]
type Asked = Round['drivers'][number]

const FATE_SIGN = {
  open: '☎',
  not_delivered: '⌀',
  delivered_not_seen: '○',
  seen_no_answer: '◐',
  refused: '✕',
  lost_race: '»',
  withdrawn: '↩',
  accepted: '✓',
  accepted_then_returned: '↺',
} as const

/** One step as it ran: who was asked and what became of it, who was not and why. */
export const SearchRound = memo(function SearchRound({ round }: { round: Round }) {
  const { params } = round
  const type = params.search_type === null ? NAMED_DRIVERS : SEARCH_TYPE_WORDS[params.search_type]
  const limit =
    params.search_type === null || limitIsDriverCount(params.search_type)
      ? words.limitDrivers(params.search_limit)
      : distance(params.search_limit)
  return (
    <li className={`round${round.ended_at === null ? ' round-open' : ''}`}>
      <div className="round-head">
        <b>{words.round(round.step, round.steps)}</b>
        <span className="small dim">{shownTime(round.started_at, hourToSecond)}</span>
        {round.outcome ? (
          <span className={`tag${round.outcome === 'accepted' ? ' tag-good' : ''}`}>
            {words.outcomes[round.outcome]}
          </span>
        ) : null}
      </div>
      <div className="small dim">
        {type} · {limit} · {SEARCH_ORDER_WORDS[params.search_order_by]} ·{' '}
        {NOTIFICATION_WORDS[params.notification_method]}
      </div>
      {round.ended_at === null ? <TimeLeft round={round} /> : null}
      {round.drivers.length === 0 ? <p className="small dim">{words.nobody}</p> : null}
      <ol className="asked">
        {round.drivers.map((asked) => (
          <AskedDriver key={asked.driver.id} asked={asked} />
        ))}
      </ol>
      {round.passed_over.length > 0 ? <PassedOver passed={round.passed_over} /> : null}
    </li>
  )
})

function TimeLeft({ round }: { round: Round }) {
  const now = useNow((s) => s.now)
  const ends = millisOf(round.ends_at)
  const whole = Math.max(1, ends - millisOf(round.started_at))
  const left = Math.max(0, ends - now)
  return (
    <div className="time-left">
      <Progress
        value={(left / whole) * 100}
        size="sm"
        aria-label={words.title}
        transitionDuration={0}
        style={{ flex: 1 }}
      />
      <span className="small digits">{words.seconds(Math.ceil(left / 1000))}</span>
    </div>
  )
}

function AskedDriver({ asked }: { asked: Asked }) {
  const metres = asked.route_m ?? asked.distance_m
  return (
    <li className={`asked-driver fate-${asked.fate}`}>
      <span className="digits dim">{asked.rank}.</span>
      <b className="digits" title={asked.driver.name ?? undefined}>
        {asked.driver.indicativ}
        {asked.is_priority ? (
          <span role="img" aria-label={words.priority} title={words.priority}>
            ★
          </span>
        ) : null}
      </b>
      <span className="small dim digits">{metres === null ? '' : distance(metres)}</span>
      <span className="fate">
        <span aria-hidden>{FATE_SIGN[asked.fate]}</span>{' '}
        {asked.fate === 'open' && asked.viewed ? words.seenNow : FATE_WORDS[asked.fate]}
      </span>
    </li>
  )
}

function PassedOver({ passed }: { passed: Round['passed_over'] }) {
  return (
    <details className="passed">
      <summary className="small">{words.passed(passed.length)}</summary>
      <dl>
        {passedByReason(passed).map(({ reason, signs }) => (
          <div key={reason}>
            <dt>
              {PASS_WORDS[reason]} ({signs.length})
            </dt>
            <dd className="digits dim">{signs.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
