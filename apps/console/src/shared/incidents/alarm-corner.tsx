import { type Incident, listIncidents, readIncident, takeIncident } from '@dispecerat/contract/office/incidents'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { hourToSecond, shownTime } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { later } from '../../ui/later.ts'
import { playOnce } from '../sounds/player.ts'
import { useRingSettings } from '../sounds/ring-settings.ts'
import { incidentMessages as messages } from './incident-messages.ts'
import './alarm-corner.css'
import { showIncident, useShownIncident } from './incident-store.ts'
import { useIncidentNotices } from './use-incident-notices.tsx'
import { useOpenAlarms } from './use-open-alarms.ts'

const RINGS_FOR_MS = 60_000
const EVERY_MS = 4000
/** Minimum volume: muting the telephone does not mute an SOS. */
const SOFTEST = 0.5
const Sheet = later(() => import('./incident-sheet.tsx').then((m) => m.IncidentSheet))

/**
 * Shows an open SOS over every screen until a dispatcher takes it, and a toast for any other incident; mounted once,
 * by the shell.
 */
export function AlarmCorner() {
  const alarms = useOpenAlarms()
  useIncidentNotices()
  const shown = useShownIncident((s) => s.id)
  useAlarmSound(alarms.length === 0 ? null : Math.max(...alarms.map(({ id }) => id)))
  return (
    <>
      {alarms.length > 0 ? (
        <section className="alarms" aria-label={messages.alarms}>
          {alarms.map((alarm) => (
            <Alarm key={alarm.id} alarm={alarm} />
          ))}
        </section>
      ) : null}
      {shown === null ? null : (
        <Suspense fallback={null}>
          <Sheet key={shown} id={shown} onClose={() => showIncident(null)} />
        </Suspense>
      )}
    </>
  )
}

function Alarm({ alarm }: { alarm: Incident }) {
  const cache = useQueryClient()
  const { id, text } = alarm
  const mayWork = useUser().permissions.includes('incidents.work')
  const who = [alarm.indicativ, alarm.driver_name].filter(Boolean).join(' ') || messages.unknownDriver
  const again = () => void invalidate(cache, listIncidents, readIncident)
  const take = useAction((_: null, key) => request(takeIncident, { params: { id }, body: { note: '' } }, { key }), {
    done: () => {
      toast.good(messages.taken)
      again()
      showIncident(id)
    },
    failed: () => {
      again()
      return false
    },
  })
  return (
    <div className="alarm" role="alert">
      <div className="alarm-who">
        <b>{messages.alarm(who)}</b>
        <time className="digits">{shownTime(alarm.created_at, hourToSecond)}</time>
      </div>
      {text ? <p className="alarm-text">{text}</p> : null}
      <div className="alarm-buttons">
        {mayWork ? (
          <Button
            size="compact-sm"
            color="dark"
            loading={take.busy}
            aria-label={messages.takeOf(who)}
            onClick={() => void take.run(null)}
          >
            {messages.take}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="white" color="dark" onClick={() => showIncident(id)}>
          {messages.details}
        </Button>
      </div>
    </div>
  )
}

/** Sounds for a minute after the newest alarm has arrived; only one tab of the console plays. */
function useAlarmSound(newestId: number | null) {
  useEffect(() => {
    if (newestId === null) return
    const until = Date.now() + RINGS_FOR_MS
    soundInOneTab()
    const timer = setInterval(() => {
      if (Date.now() > until) clearInterval(timer)
      else soundInOneTab()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [newestId])
}

function soundInOneTab() {
  const sound = () => playOnce('alarm', Math.max(SOFTEST, useRingSettings.getState().volume / 100))
  if (navigator.locks === undefined) return sound()
  void navigator.locks.request('sos-sound', { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    sound()
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS - 500))
  })
}
