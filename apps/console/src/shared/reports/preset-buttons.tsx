import { Button } from '@mantine/core'
import { serverNow } from '../../ui/now.ts'

interface Ends {
  from: string
  to: string
}

interface Props<Preset extends string> {
  presets: readonly Preset[]
  messages: Readonly<Record<Preset, string>>
  period: Ends
  periodOf: (preset: Preset, now: Date) => Ends
  onSet: (period: Ends) => void
}

/** Common periods with one press; the current one is marked as pressed. */
export function PresetButtons<Preset extends string>({ presets, messages, period, periodOf, onSet }: Props<Preset>) {
  return (
    <div className="report-presets">
      {presets.map((preset) => {
        const wanted = periodOf(preset, new Date(serverNow()))
        const isChosen = wanted.from === period.from && wanted.to === period.to
        return (
          <Button
            key={preset}
            size="compact-sm"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onSet(wanted)}
          >
            {messages[preset]}
          </Button>
        )
      })}
    </div>
  )
}
