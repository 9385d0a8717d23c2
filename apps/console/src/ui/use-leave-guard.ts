import { useBlocker } from '@tanstack/react-router'
import { confirm } from './confirm.tsx'

/** Asks before the screen is left while `isDirty`; the browser asks by itself before the tab is closed. */
export function useLeaveGuard(isDirty: boolean, { text, yes }: { text: string; yes: string }) {
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false
      return new Promise<boolean>((stay) => {
        confirm({ text, yes, danger: true, onYes: () => stay(false), onNo: () => stay(true) })
      })
    },
    enableBeforeUnload: () => isDirty,
  })
}
