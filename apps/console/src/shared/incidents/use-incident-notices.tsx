import type { Incident } from '@dispecerat/contract/office/incidents'
import { Button, Group } from '@mantine/core'
import { useSession } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { shortened } from '../../ui/shortened.ts'
import { incidentMessages as messages } from './incident-messages.ts'
import { showIncident } from './incident-store.ts'

/** Duration of the toast of an incident. */
const STAYS_MS = 60_000
/** The full text is in the incident itself. */
const MAX_SHOWN = 140

/** A toast for incidents reported by drivers or colleagues, on every screen; an SOS is shown by AlarmCorner instead. */
export function useIncidentNotices() {
  const me = useSession((s) => s.userId)
  useLive('incident_created', (incident) => {
    if (incident.type !== 'sos' && incident.reported_by !== me) notify(incident)
  })
}

function notify({ id, type, indicativ, driver_name: driver, text }: Incident) {
  const who = [indicativ, driver].filter(Boolean).join(' ')
  const title = messages.news(messages.types[type], who)
  const toastId = `incident-${id}`
  const open = () => {
    toast.hide(toastId)
    showIncident(id)
  }
  toast.withAction(
    toastId,
    title,
    <Group justify="space-between" gap="xs" wrap="nowrap" className="toast-act">
      <span>{shortened(text, MAX_SHOWN)}</span>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={messages.open(messages.name(messages.types[type], id))}
        onClick={open}
      >
        {messages.openNews}
      </Button>
    </Group>,
    STAYS_MS,
    title,
  )
}
