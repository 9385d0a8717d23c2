import type { Searches } from '@dispecerat/contract/dispatch/search'
import { isExclusive } from '@dispecerat/domain/dispatch/search/walk'
import { limitIsDriverCount } from '@dispecerat/domain/dispatch/search-rules'
import { Progress } from '@mantine/core'
import { memo, useState } from 'react'
import { showDriver } from '../../../shared/drivers/driver-card-drawer.tsx'
import {
  driversOfOthers,
  FATE_LABELS,
  NAMED_DRIVERS,
  NOTIFICATION_LABELS,
  PASS_LABELS,
  SEARCH_ORDER_LABELS,
  SEARCH_TYPE_LABELS,
  searchPanelMessages,
} from '../../../shared/orders/search-messages.ts'
import { driverCardMessages } from '../../../text/driver-card-messages.ts'
import { distance, duration, hourToSecond, millisOf, shownTime } from '../../../text/format.ts'
import { useNow } from '../../../ui/now.ts'
import { offerDistance } from './measured.ts'
import { passedByReason, ringingElsewhere } from './rounds.ts'

const messages = searchPanelMessages
type Round = Searches['searches'][number]
type OfferedDriver = Round['drivers'][number]

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

/** One step as it ran: the drivers with an offer and its outcome, the others with the reason. */
export const SearchRound = memo(function SearchRound({ round }: { round: Round }) {
  const { params } = round
  const rings = isExclusive({ notificationMethod: params.notification_method })
  const type = params.search_type === null ? NAMED_DRIVERS : SEARCH_TYPE_LABELS[params.search_type]
  const limit =
    params.search_type === null || limitIsDriverCount(params.search_type)
      ? messages.limitDrivers(params.search_limit)
      : distance(params.search_limit)
  return (
    <li className={`round${round.ended_at === null ? ' round-open' : ''}`}>
      <div className="round-head">
        <b>{round.is_waiting ? messages.waitsTurn : messages.round(round.step, round.steps)}</b>
        <span className="small dim">{shownTime(round.started_at, hourToSecond)}</span>
        {round.outcome ? (
          <span className={`tag${round.outcome === 'accepted' ? ' tag-good' : ''}`}>
            {messages.outcomes[round.outcome]}
          </span>
        ) : null}
        {round.is_pinned ? <span className="tag">{messages.pinned}</span> : null}
      </div>
      {round.is_waiting ? (
        <p className="small dim">{messages.ringElsewhere(ringingElsewhere(round))}</p>
      ) : (
        <div className="small dim">
          {type} · {limit} · {SEARCH_ORDER_LABELS[params.search_order_by]} ·{' '}
          {NOTIFICATION_LABELS[params.notification_method]}
          {params.stagger ? ` · ${messages.stagger(params.stagger.drivers, params.stagger.seconds)}` : null}
        </div>
      )}
      {round.ended_at === null && !round.is_pinned ? <TimeLeft round={round} /> : null}
      {round.drivers.length === 0 && !round.is_waiting ? <p className="small dim">{messages.nobody}</p> : null}
      <ol className="asked">
        {round.drivers.map((offered) => (
          <OfferedDriverRow key={offered.driver.id} offered={offered} rings={rings} />
        ))}
      </ol>
      <OtherCompanies others={round.others} />
      {round.passed_over.length > 0 ? <PassedOver passed={round.passed_over} /> : null}
    </li>
  )
})

/** Drivers of partners are only counted. */
function OtherCompanies({ others }: { others: Round['others'] }) {
  const offeredTexts = others.asked.map(({ fate, count }) => `${FATE_LABELS[fate]} (${count})`)
  const passed = others.passed_over.map(({ reason, count }) => `${PASS_LABELS[reason]} (${count})`)
  if (offeredTexts.length + passed.length === 0) return null
  return <p className="small dim">{driversOfOthers([...offeredTexts, ...passed].join(', '))}</p>
}

function TimeLeft({ round }: { round: Round }) {
  const now = useNow((s) => s.now)
  const ends = millisOf(round.ends_at)
  const whole = Math.max(1, ends - millisOf(round.started_at))
  const seconds = Math.ceil(Math.max(0, ends - now) / 1000)
  return (
    <div className="time-left">
      <Progress
        value={(seconds / whole) * 100_000}
        size="sm"
        aria-label={messages.title}
        transitionDuration={0}
        style={{ flex: 1 }}
      />
      <span className="small digits">{seconds < 100 ? messages.seconds(seconds) : duration(seconds)}</span>
    </div>
  )
}

function OfferedDriverRow({ offered, rings }: { offered: OfferedDriver; rings: boolean }) {
  return (
    <li className={`asked-driver fate-${offered.fate}`}>
      <span className="digits dim">{offered.rank}.</span>
      <b className="digits">
        <SignButton id={offered.driver.id} sign={offered.driver.indicativ} title={offered.driver.name} />
        {offered.is_priority ? (
          <span role="img" aria-label={messages.priority} title={messages.priority}>
            ★
          </span>
        ) : null}
      </b>
      <span className="small dim digits">{offerDistance(offered)}</span>
      <span className="fate">
        <span aria-hidden>{offered.fate === 'open' && !rings ? '☰' : FATE_SIGN[offered.fate]}</span>{' '}
        {offered.fate === 'open' ? openMessages(offered, rings) : FATE_LABELS[offered.fate]}
      </span>
    </li>
  )
}

/** State of an open offer: it rings, or is in the driver's list. */
function openMessages({ viewed }: OfferedDriver, rings: boolean): string {
  if (!rings) return viewed ? messages.seenInList : messages.inList
  return viewed ? messages.seenNow : FATE_LABELS.open
}

/** A call sign that opens the driver's card. */
function SignButton({ id, sign, title }: { id: number; sign: string; title?: string | null }) {
  return (
    <button
      type="button"
      className="sign-button"
      title={title ?? undefined}
      aria-label={driverCardMessages.open(sign)}
      onClick={() => showDriver(id)}
    >
      {sign}
    </button>
  )
}

function PassedOver({ passed }: { passed: Round['passed_over'] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="passed" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="small">{messages.passed(passed.length)}</summary>
      {isOpen ? (
        <dl>
          {passedByReason(passed).map(({ reason, drivers }) => (
            <div key={reason}>
              <dt>
                {PASS_LABELS[reason]} ({drivers.length})
              </dt>
              <dd className="digits dim">
                {drivers.map(({ id, sign, far }) => (
                  <span key={id}>
                    <SignButton id={id} sign={sign} />
                    {far ? ` (${far})` : ''}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </details>
  )
}
