import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ro } from '../text/ro.ts'

/** Title of a route; it may depend on the route's params. */
export type Title = string | ((params: Readonly<Record<string, string>>) => string)

/** The tab has the title of the innermost route with one. */
export function Root() {
  const title = useMatches({
    select: (matches) => {
      const named = matches.findLast((match) => match.staticData.title)
      const title = named?.staticData.title
      return typeof title === 'function' ? title(named?.params ?? {}) : title
    },
  })
  useEffect(() => {
    document.title = title ? `${title} · ${ro.app}` : ro.app
  }, [title])
  return <Outlet />
}
