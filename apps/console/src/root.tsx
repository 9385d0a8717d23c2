import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ro } from './text/ro.ts'

/** What a route is called; one that shows different things is named after its params. */
export type Title = string | ((params: Readonly<Record<string, string>>) => string)

/** The tab is named after the innermost route that has a name. */
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
