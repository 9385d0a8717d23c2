import {
  limitIsDriverCount,
  NOTIFICATION_METHODS,
  type NotificationMethod,
  SEARCH_ORDERS,
  SEARCH_TYPES,
  type SearchOrderBy,
  type SearchStep,
  type SearchType,
  STEP_DEFAULTS,
} from '@dispecerat/domain/dispatch/search-rules'
import { Checkbox, Select } from '@mantine/core'
import { NOTIFICATION_LABELS, SEARCH_ORDER_LABELS, SEARCH_TYPE_LABELS } from '../../../shared/orders/search-messages.ts'
import { builderMessages as messages } from '../builder-messages.ts'
import { BanFields } from './ban-fields.tsx'
import { WholeNumber } from './whole-number.tsx'

const METRES_AT_FIRST = 2000
const STAGGER_AT_FIRST = { drivers: 3, seconds: 2 }

interface Props {
  step: SearchStep
  /** The error of a field, by the last part of its wire path: 'search_time', 'ban_conditions.count'. */
  errorAt: (field: string) => string | undefined
  onChange: (step: SearchStep) => void
}

/** All parameters of a step; units and available fields depend on its type and notification. */
export function StepFields({ step, errorAt, onChange }: Props) {
  const change = (over: Partial<SearchStep>) => onChange({ ...step, ...over })
  const countsDrivers = limitIsDriverCount(step.searchType)
  return (
    <div className="step-fields">
      <div className="step-row">
        <Select
          className="wide"
          label={messages.searchType}
          data={options(SEARCH_TYPES, SEARCH_TYPE_LABELS)}
          allowDeselect={false}
          value={step.searchType}
          error={errorAt('search_type')}
          onChange={(type) => type && change(withType(step, type as SearchType))}
        />
        <WholeNumber
          label={countsDrivers ? messages.limitDrivers : messages.limitMetres}
          value={step.searchLimit}
          stepBy={countsDrivers ? 1 : 100}
          error={errorAt('search_limit')}
          onChange={(searchLimit) => change({ searchLimit })}
        />
        <WholeNumber
          label={step.notificationMethod === 'by_rotation' ? messages.turnTime : messages.searchTime}
          value={step.searchSeconds}
          error={errorAt('search_time')}
          onChange={(searchSeconds) => change({ searchSeconds })}
        />
        <Select
          className="wide"
          label={messages.orderBy}
          data={options(SEARCH_ORDERS, SEARCH_ORDER_LABELS)}
          allowDeselect={false}
          value={step.searchOrderBy}
          onChange={(order) => order && change({ searchOrderBy: order as SearchOrderBy })}
        />
        <Select
          className="wide"
          label={messages.notification}
          data={options(NOTIFICATION_METHODS, NOTIFICATION_LABELS)}
          allowDeselect={false}
          value={step.notificationMethod}
          error={errorAt('notification_method')}
          onChange={(method) => method && change(withNotification(step, method as NotificationMethod))}
        />
      </div>
      <StepSwitches step={step} errorAt={errorAt} onChange={onChange} />
      <StaggerFields {...{ step, errorAt, onChange }} />
      {step.banConditions.active ? (
        <BanFields
          bans={step.banConditions}
          errorAt={errorAt}
          onChange={(banConditions) => change({ banConditions })}
        />
      ) : null}
    </div>
  )
}

function StepSwitches({ step, errorAt, onChange }: Props) {
  const change = (over: Partial<SearchStep>) => onChange({ ...step, ...over })
  const whyNoGroups = step.notificationMethod === 'all' ? undefined : messages.staggerOnly
  return (
    <div className="step-switches">
      <Checkbox
        label={messages.excludePrevious}
        checked={step.excludePrevious}
        onChange={(event) => change({ excludePrevious: event.currentTarget.checked })}
      />
      <Checkbox
        label={messages.showForBusy}
        checked={step.showForBusyDrivers}
        onChange={(event) => change({ showForBusyDrivers: event.currentTarget.checked })}
      />
      <Checkbox
        label={messages.stagger}
        checked={step.stagger !== null}
        disabled={step.notificationMethod !== 'all'}
        title={whyNoGroups}
        aria-description={whyNoGroups}
        error={errorAt('stagger')}
        onChange={(event) => change({ stagger: event.currentTarget.checked ? STAGGER_AT_FIRST : null })}
      />
      <Checkbox
        label={messages.bans}
        checked={step.banConditions.active}
        onChange={(event) => change({ banConditions: { ...step.banConditions, active: event.currentTarget.checked } })}
      />
    </div>
  )
}

function StaggerFields({ step, errorAt, onChange }: Props) {
  const { stagger } = step
  if (stagger === null) return null
  return (
    <div className="step-row">
      <WholeNumber
        label={messages.staggerDrivers}
        value={stagger.drivers}
        error={errorAt('stagger.drivers')}
        onChange={(drivers) => onChange({ ...step, stagger: { ...stagger, drivers } })}
      />
      <WholeNumber
        label={messages.staggerSeconds}
        value={stagger.seconds}
        error={errorAt('stagger.seconds')}
        onChange={(seconds) => onChange({ ...step, stagger: { ...stagger, seconds } })}
      />
    </div>
  )
}

/** The limit is reset when its unit changes between drivers and metres. */
function withType(step: SearchStep, searchType: SearchType): Partial<SearchStep> {
  const before = limitIsDriverCount(step.searchType)
  const after = limitIsDriverCount(searchType)
  if (before === after) return { searchType }
  return { searchType, searchLimit: after ? STEP_DEFAULTS.searchLimit : METRES_AT_FIRST }
}

/** Groups apply only when all drivers are notified at once. */
function withNotification(step: SearchStep, notificationMethod: NotificationMethod): Partial<SearchStep> {
  return { notificationMethod, stagger: notificationMethod === 'all' ? step.stagger : null }
}

function options<Value extends string>(values: readonly Value[], messagesOf: Readonly<Record<Value, string>>) {
  return values.map((value) => ({ value, label: messagesOf[value] }))
}
