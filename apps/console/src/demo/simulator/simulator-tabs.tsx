import { Link } from '@tanstack/react-router'
import { callersMessages } from '../callers-messages.ts'

const messages = callersMessages.tabs

/** Links to the simulation of drivers and of callers. */
export function SimulatorTabs() {
  return (
    <nav className="simulator-tabs" aria-label={messages.label}>
      <Link to="/simulator" activeOptions={{ exact: true }}>
        {messages.drivers}
      </Link>
      <Link to="/simulator/callers">{messages.callers}</Link>
    </nav>
  )
}
