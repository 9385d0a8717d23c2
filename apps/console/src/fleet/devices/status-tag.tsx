import type { DeviceStatus } from '@dispecerat/domain/fleet/car'
import { deviceMessages as messages } from './device-messages.ts'
import './devices.css'

/** A symbol and a text, because colour alone is not accessible. */
export function StatusTag({ status }: { status: DeviceStatus }) {
  return (
    <span className={`device-status device-${status}`}>
      <span aria-hidden>{messages.signs[status]}</span> {messages.statuses[status]}
    </span>
  )
}
