import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ro } from './text/ro.ts'

/** The tab is named after the innermost route that has a name. */
export function Root() {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    document.title = title ? `${title} · ${ro.app}` : ro.app
  }, [title])
  return <Outlet />
}
