import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../api/session.ts'
import { driverCardMessages } from '../text/driver-card-messages.ts'

/** The driver's name, as a link to the driver's page in a new tab; plain text for whoever may not open that page. */
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
