import { findMessages } from '../../text/find-messages.ts'
import { dayAndTime, fromWallTime } from '../../text/format.ts'
import { TimeFilter } from '../filters/time-filter.tsx'
import { PresetButtons } from './preset-buttons.tsx'
import { type Period, PRESETS, periodOf } from './report-period.ts'

const messages = findMessages.report

/** Common periods with one press, any other one by its start and end. */
export function PeriodFilter({
  period,
  onSet,
}: {
  period: Period
  /** A cleared start or end is undefined. */
  onSet: (period: { [End in keyof Period]: Period[End] | undefined }) => void
}) {
  return (
    <>
      <PresetButtons presets={PRESETS} messages={messages.presets} period={period} periodOf={periodOf} onSet={onSet} />
      <TimeFilter label={findMessages.from} value={period.from} onSet={(from) => onSet({ from, to: period.to })} />
      <TimeFilter label={findMessages.to} value={period.to} onSet={(to) => onSet({ from: period.from, to })} />
    </>
  )
}

/** Both ends of a period, as a sentence. */
export function rangeOf({ from, to }: Period): string {
  const shown = (wall: string) => {
    const at = fromWallTime(wall)
    return at === null ? wall : dayAndTime(at)
  }
  return messages.range(shown(from), shown(to))
}
