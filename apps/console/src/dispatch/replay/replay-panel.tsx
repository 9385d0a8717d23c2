import { type EditedInterval, intervalToWire } from '@dispecerat/contract/dispatch/search-steps'
import { Button, NativeSelect, Progress } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { shownTime } from '../../text/format.ts'
import { serverNow } from '../../ui/now.ts'
import { replayMessages as messages } from './replay-messages.ts'
import '../search-rules/replay.css'
import { errorsOf } from '../search-rules/rules-draft.ts'
import { useRulesDraft } from '../search-rules/use-rules-draft.ts'
import { replayDays } from './replay-days.ts'
import { ReplayOutcome } from './replay-outcome.tsx'
import { useReplay } from './use-replay.ts'

interface EditedRules {
  intervals: readonly EditedInterval[]
}

/** Replays a past day with the edited rules beside the saved ones, before they are saved. */
export function ReplayPanel({ rules }: { rules: EditedRules }) {
  const companyId = useRulesDraft(({ draft }) => draft?.known.companyId ?? null)
  /* The key resets the replay when the company changes. */
  return <Trial key={companyId} companyId={companyId} rules={rules} />
}

function Trial({ companyId, rules }: { companyId: number | null; rules: EditedRules }) {
  const hasErrors = useRulesDraft(
    ({ draft }) => draft?.order.some((id) => Object.keys(errorsOf(draft, id)).length > 0) ?? false,
  )
  const [days] = useState(() => replayDays(new Date(serverNow())))
  const [chosen, setChosen] = useState(days[0]?.key ?? '')
  const day = days.find(({ key }) => key === chosen) ?? days[0]
  const wire = useMemo(() => ({ intervals: rules.intervals.map(intervalToWire) }), [rules])
  const { replay, print, start, cancel } = useReplay(companyId)
  const isRunning = replay?.status === 'running'
  const begin = () => {
    if (day) void start.run({ rules: wire, day })
  }

  return (
    <section className="panel replay" aria-labelledby="replay-title">
      <h2 id="replay-title" className="panel-title">
        {messages.title}
      </h2>
      <p className="small dim">{messages.hint}</p>
      <div className="replay-desk">
        <NativeSelect
          size="xs"
          label={messages.day}
          value={chosen}
          disabled={isRunning}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={days.map(({ key, label }) => ({ value: key, label }))}
        />
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          loading={start.busy}
          disabled={isRunning || hasErrors}
          onClick={begin}
        >
          {chosen === days[0]?.key ? messages.run : messages.runOther}
        </Button>
        {isRunning ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} />}
            loading={cancel.busy}
            onClick={() => void cancel.run(replay.id)}
          >
            {messages.cancel}
          </Button>
        ) : null}
      </div>
      {hasErrors ? <p className="small replay-warning">{messages.fixFirst}</p> : null}
      {isRunning ? <Running share={replay.progress} /> : null}
      {replay?.status === 'canceled' ? <p role="status">{messages.canceled}</p> : null}
      {replay?.status === 'failed' ? (
        <div role="alert" className="replay-failed">
          <p>{messages.failed}</p>
          <Button size="compact-sm" variant="default" disabled={hasErrors} onClick={begin}>
            {messages.again}
          </Button>
        </div>
      ) : null}
      {replay?.result ? (
        <>
          <p className="small dim">{messages.tried(shownTime(replay.from), shownTime(replay.to))}</p>
          {print !== null && print !== JSON.stringify(wire) ? (
            <p className="small replay-warning">{messages.stale}</p>
          ) : null}
          <ReplayOutcome result={replay.result} />
        </>
      ) : null}
    </section>
  )
}

function Running({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className="replay-progress">
      <span role="status">{messages.running}</span>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={messages.running} aria-valuetext={messages.progress(percent)} />
      </Progress.Root>
      <span className="digits small">{messages.progress(percent)}</span>
    </div>
  )
}
