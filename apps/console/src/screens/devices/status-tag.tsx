import type { DeviceStatus } from '@dispecerat/domain/car'
import { deviceWords as words } from '../../text/device-words.ts'
import './devices.css'

/** A sign and a word, never a colour alone. */
export function StatusTag({ status }: { status: DeviceStatus }) {
  return (
    <span className={`device-status device-${status}`}>
      <span aria-hidden>{words.signs[status]}</span> {words.statuses[status]}
    </span>
  )
}
