import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session.ts'
import { driverCardMessages } from '../../text/driver-card-messages.ts'

/** Link to the driver's page in a new tab; plain text for users who may not open it. */
export function DriverLink({ id, children }: { id: number; children: ReactNode }) {
  if (!useUser().permissions.includes('users.read')) return children
  return (
    <Link
      className="table-link"
      to="/user/$id/$role"
      params={{ id: String(id), role: 'driver' }}
      target="_blank"
      rel="noopener"
      title={driverCardMessages.inNewTab}
    >
      {children}
    </Link>
  )
}
