import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import { CloseButton, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { ScheduleParams } from '../../routes/params/schedule-params.ts'
import { keepTyped, useTypedSearch } from '../../routes/params/typed-params.ts'
import { useScheduledInvalidation } from '../../shared/orders/use-coming-orders.ts'
import { useOrderActions } from '../../shared/orders/use-order-actions.tsx'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useNow } from '../../ui/now.ts'
import { Agenda } from './agenda.tsx'
import { DayStrip } from './day-strip.tsx'
import { DragToMove } from './drag-to-move.tsx'
import { MonthGrid } from './month-grid.tsx'
import { RulesButton } from './rules-button.tsx'
import { scheduleMessages as messages } from './schedule-messages.ts'
import {
  hoursOf,
  monthWeeks,
  rangeOfDay,
  rangeOfNextHours,
  type ScheduleView,
  type TimeRange,
  wallDay,
  weekFrom,
} from './schedule-range.ts'
import './scheduled.css'
import { useDayCounts, useScheduledOrders } from './use-scheduled.ts'
import { useMove } from './use-scheduled-acts.ts'

const MoveDialog = later(() => import('./move-dialog.tsx').then((m) => m.MoveDialog))

const REST_MS = 250

/** Scheduled orders: by hour for a day, by day for a week or a month; live, searchable, movable. */
export function ScheduledScreen() {
  useScheduledInvalidation()
  const plan = usePlan()
  const acts = useMove()
  const { remove } = useOrderActions()
  const [moving, setMoving] = useState<ScheduledOrder | null>(null)
  const { orders, total, isError, isFetching, retry, more } = useScheduledOrders(plan.shown, plan.find)
  const counts = useDayCounts(plan.whole, plan.find)
  return (
    <section className="scheduled panel" aria-label={messages.title}>
      <ScheduleBar plan={plan} total={total} isFetching={isFetching} />
      <DragToMove orders={orders ?? []} move={acts.move}>
        {plan.view === '7d' ? (
          <DayStrip
            days={weekFrom(plan.today)}
            today={plan.today}
            chosen={plan.day}
            counts={counts}
            pick={plan.pickDay}
          />
        ) : null}
        {plan.view === 'month' ? (
          <MonthGrid month={plan.day} today={plan.today} counts={counts} pick={plan.pickDay} />
        ) : null}
        {isError && !orders ? <LoadFailed onRetry={retry} /> : null}
        {orders && orders.length === 0 && (plan.find !== '' || total === 0) ? (
          <p className="scheduled-empty dim">
            {plan.find === '' ? messages.empty : messages.noMatch}{' '}
            <LinkButton to="/operator/order/$id" params={{ id: '0' }} size="compact-xs" variant="default">
              {messages.newOrder}
            </LinkButton>
          </p>
        ) : null}
        <Agenda
          hours={hoursOf(plan.shown)}
          onlyFull={plan.find !== ''}
          orders={orders ?? []}
          more={more}
          onMove={setMoving}
          onRemove={(order) => remove(order.id)}
        />
      </DragToMove>
      <Suspense fallback={null}>
        {moving ? (
          <MoveDialog order={moving} move={acts.move} busy={acts.busy} onClose={() => setMoving(null)} />
        ) : null}
      </Suspense>
    </section>
  )
}

interface Plan {
  view: ScheduleView
  today: string
  day: string
  find: string
  /** The hours of the agenda. */
  shown: TimeRange
  /** The days of the strip or of the month. */
  whole: TimeRange
  pickDay: (day: string) => void
  change: (params: Partial<ScheduleParams>, how?: { state?: never }) => void
}

/** The period from the URL, relative to the clock; a text search covers the whole period. */
function usePlan(): Plan {
  const { view: period, day: requestedDay, find: inAddress }: ScheduleParams = useSearch({ strict: false })
  const find = useTypedSearch(inAddress) ?? ''
  const view: ScheduleView = period ?? '24h'
  const navigate = useNavigate()
  const hour = useNow((s) => Math.floor(s.now / 3_600_000))
  const now = new Date(hour * 3_600_000)
  const today = wallDay(now)
  const week = weekFrom(today)
  const day = requestedDay && (view === 'month' || week.includes(requestedDay)) ? requestedDay : today
  const days = view === 'month' ? monthWeeks(day).flat() : week
  const whole = { from: rangeOfDay(days[0] ?? today).from, to: rangeOfDay(days.at(-1) ?? today).to }
  const ofDay = view === '24h' ? rangeOfNextHours(now) : rangeOfDay(day)
  const change: Plan['change'] = (params, how = {}) =>
    void navigate({
      to: '/operator/scheduled',
      search: (before) => ({ ...before, ...params }),
      state: true,
      ...how,
      replace: true,
    })
  return {
    view,
    today,
    day,
    find,
    whole,
    change,
    shown: find !== '' && view !== '24h' ? whole : ofDay,
    pickDay: (picked) => change({ day: picked }),
  }
}

function applySearch(plan: Plan, find: string): void {
  const { inAddress, state } = keepTyped(find === '' ? undefined : find)
  plan.change({ find: inAddress }, { state })
}

function ScheduleBar({ plan, total, isFetching }: { plan: Plan; total: number | undefined; isFetching: boolean }) {
  const chooseView = (view: string) =>
    plan.change({ view: view === '7d' || view === 'month' ? view : undefined, day: undefined })
  return (
    <div className="scheduled-bar" aria-busy={isFetching}>
      <h2 className="panel-title">{messages.title}</h2>
      <span className="small dim digits">{total === undefined ? '' : messages.count(total)}</span>
      <SegmentedControl
        size="xs"
        aria-label={messages.viewLabel}
        value={plan.view}
        onChange={chooseView}
        data={Object.entries(messages.views).map(([value, label]) => ({ value, label }))}
      />
      <FindField find={plan.find} change={(find) => applySearch(plan, find)} />
      <RulesButton />
    </div>
  )
}

function FindField({ find, change }: { find: string; change: (find: string) => void }) {
  const [typed, setTyped] = useState(find)
  const [rested] = useDebouncedValue(typed, REST_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed goes to the address bar
  useEffect(() => {
    if (rested.trim() !== find) change(rested.trim())
  }, [rested])
  return (
    <TextInput
      size="xs"
      className="scheduled-find"
      aria-label={messages.search}
      placeholder={messages.search}
      value={typed}
      maxLength={80}
      onChange={(event) => setTyped(event.currentTarget.value)}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label={messages.clearSearch} onClick={() => setTyped('')} />
      }
    />
  )
}
