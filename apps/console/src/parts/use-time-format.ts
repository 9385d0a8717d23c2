import { useLocation } from '@tanstack/react-router'
import { dayAndSecond, dayAndTime } from '../text/format.ts'

/** How a part that the desk and other screens share writes a time: seconds are left out on the desk only. */
export function useTimeFormat(): (at: Date) => string {
  return useLocation({
    select: ({ pathname }) => (/^\/(operator|delivery)(\/|$)/.test(pathname) ? dayAndTime : dayAndSecond),
  })
}
