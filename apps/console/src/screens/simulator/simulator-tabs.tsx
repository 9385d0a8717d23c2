import { Link } from '@tanstack/react-router'
import { callersWords } from '../../text/callers-words.ts'

const words = callersWords.tabs

/** Who is simulated: those who drive, and those who ring. */
export function SimulatorTabs() {
  return (
    <nav className="simulator-tabs" aria-label={words.label}>
      <Link to="/simulator" activeOptions={{ exact: true }}>
        {words.drivers}
      </Link>
      <Link to="/simulator/callers">{words.callers}</Link>
    </nav>
  )
}
