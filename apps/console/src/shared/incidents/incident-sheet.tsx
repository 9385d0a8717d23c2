import { type Incident, type IncidentDetails, readIncident } from '@dispecerat/contract/office/incidents'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, Drawer, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { hourToSecond, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { openChat } from '../chat/chat-store.ts'
import { CallPhone } from '../telephone/call-phone.tsx'
import { useTimeFormat } from '../user/use-time-format.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import { incidentMessages as messages } from './incident-messages.ts'
import './alarm-corner.css'
import { IncidentActions } from './incident-actions.tsx'
import { IncidentStatus } from './incident-status.tsx'

const IncidentMap = later(() => import('./incident-map.tsx').then((m) => m.IncidentMap))

/** One incident: place, people, log, and the next step. */
export function IncidentSheet({ id, onClose }: { id: number; onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const { data, isError, refetch } = useEndpointQuery(readIncident, { params: { id } })
  const incident = data?.data
  return (
    <Drawer
      opened
      className="incident-sheet"
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={520}
      title={incident ? messages.name(messages.types[incident.type], id) : messages.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      {isError && !incident ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {incident ? <Body incident={incident} onClose={onClose} /> : isError ? null : <Skeleton height={320} />}
    </Drawer>
  )
}

function Body({ incident, onClose }: { incident: IncidentDetails; onClose: () => void }) {
  const mayWork = useUser().permissions.includes('incidents.work')
  const timeFormat = useTimeFormat()
  const who = [incident.indicativ, incident.driver_name].filter(Boolean).join(' ') || messages.unknownDriver
  return (
    <>
      <div className="incident-facts">
        <IncidentStatus status={incident.status} />
        <time>{shownTime(incident.created_at, timeFormat)}</time>
        {incident.driver_id === null ? null : <b>{who}</b>}
      </div>
      {incident.taken_by_name && incident.taken_at ? (
        <p className="small dim">
          {messages.takenBy(incident.taken_by_name, shownTime(incident.taken_at, hourToSecond))}
        </p>
      ) : null}
      {incident.text ? <p className="incident-text">{incident.text}</p> : null}
      <Client incident={incident} />
      <Reach incident={incident} onClose={onClose} />
      <Place incident={incident} title={incident.driver_id === null ? messages.map : who} />
      {mayWork ? <IncidentActions incident={incident} /> : <p className="small dim">{messages.readOnly}</p>}
      <h3>{messages.log}</h3>
      <ol>
        {incident.steps.map(({ id, step, user_name, note, at }) => (
          <li key={id} className="incident-step">
            <time className="small dim">{shownTime(at, timeFormat)}</time>
            <span>
              <b>{messages.steps[step]}</b> {user_name ? <span className="dim">· {user_name}</span> : null}
            </span>
            {note ? <p>{note}</p> : null}
          </li>
        ))}
      </ol>
    </>
  )
}

function Client({ incident: { client_id: id, client_name: name, client_phone: phone } }: { incident: Incident }) {
  if (id === null) return null
  return (
    <p className="incident-fact">
      <span className="dim">{messages.client}</span> {name === null ? null : <b>{name}</b>}{' '}
      {phone === null ? null : <span className="digits">{prettyPhone(phone)}</span>}
    </p>
  )
}

/** The place as an address, on the map, or both. */
function Place({ incident: { address, lat, long }, title }: { incident: Incident; title: string }) {
  const hasPoint = lat !== null && long !== null
  return (
    <>
      {address === null ? null : (
        <p className="incident-fact">
          <span className="dim">{messages.address}</span> <b>{address}</b>
        </p>
      )}
      {hasPoint ? (
        <>
          <div className="incident-map">
            <Suspense fallback={<Skeleton height={240} />}>
              <IncidentMap pin={{ letter: '!', title, lat, long }} />
            </Suspense>
          </div>
          <p className="small dim digits">{messages.place(lat, long)}</p>
        </>
      ) : (
        <p className="dim">{address === null ? messages.noPlace : messages.noPoint}</p>
      )}
    </>
  )
}

function Reach({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { orderPath } = useWorkspace()
  const { driver_id: driverId, order_id: orderId } = incident
  const write = () => {
    onClose()
    openChat(driverId ?? undefined)
  }
  return (
    <div className="incident-buttons">
      {driverId === null ? null : (
        <>
          <CallPhone phone={incident.driver_phone} label={messages.callDriver} whom={{ driver_id: driverId }} />
          <Button size="compact-xs" variant="default" onClick={write}>
            {messages.message}
          </Button>
        </>
      )}
      <CallPhone phone={incident.client_phone} label={messages.callClient} />
      {orderId === null ? null : (
        <LinkButton
          size="compact-xs"
          variant="default"
          to={orderPath}
          params={{ id: String(orderId) }}
          onClick={onClose}
        >
          {messages.openOrder(orderId)}
        </LinkButton>
      )}
    </div>
  )
}
