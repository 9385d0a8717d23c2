import { useLocation } from '@tanstack/react-router'
import { dayAndSecond, dayAndTime } from '../../text/format.ts'

/** Time format of components shared by workspaces and other screens: only workspaces leave the seconds out. */
export function useTimeFormat(): (at: Date) => string {
  return useLocation({
    select: ({ pathname }) => (/^\/(operator|delivery)(\/|$)/.test(pathname) ? dayAndTime : dayAndSecond),
  })
}
