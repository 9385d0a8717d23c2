import { useBlocker } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '../../../api/session.ts'
import { later } from '../../../ui/later.ts'

const LeaveDialog = later(() => import('./leave-dialog.tsx').then((m) => m.LeaveDialog))

/**
 * Leaving with unsaved changes needs a confirmation: by a dialog for another screen, by the browser for a closed or
 * reloaded tab.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && useSession.getState().token !== null,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog onStay={reset} onLeave={proceed} />
    </Suspense>
  )
}
