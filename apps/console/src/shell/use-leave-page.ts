import { useEffect } from 'react'
import { useSession } from '../api/session.ts'

/** The browser confirms closing a dispatcher's page; not after a logout or the end of the session. */
export function useLeavePage() {
  const mustConfirm = useSession((s) => s.token !== null && (s.user?.permissions.includes('orders.dispatch') ?? false))
  useEffect(() => {
    if (!mustConfirm) return
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (useSession.getState().token !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [mustConfirm])
}
