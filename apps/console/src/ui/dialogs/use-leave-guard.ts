import { useBlocker } from '@tanstack/react-router'
import { confirm } from './confirm.tsx'

/** Confirms leaving the screen while `isDirty`; the browser confirms closing the tab. */
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
