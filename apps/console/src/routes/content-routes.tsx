import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import { readContentParams } from './params/content-params.ts'
import { requireIdOrNew } from './require-id.ts'

const contents = createRoute({
  getParentRoute: () => app,
  path: '/content',
  staticData: { title: ro.titles.content },
  validateSearch: readContentParams,
  component: onlyFor(
    'content.edit',
    lazyRouteComponent(
      loadChunk(() => import('../site/content/content-screen.tsx')),
      'ContentScreen',
    ),
  ),
})

const content = createRoute({
  getParentRoute: () => app,
  path: '/content/$id',
  staticData: { title: ro.titles.content },
  beforeLoad: ({ params }) => {
    requireIdOrNew(params.id)
  },
  component: onlyFor(
    'content.edit',
    lazyRouteComponent(
      loadChunk(() => import('../site/content/content-edit-screen.tsx')),
      'ContentEditScreen',
    ),
  ),
})

/** Editing of the public pages. */
export const contentAdminRoutes = [contents, content] as const
