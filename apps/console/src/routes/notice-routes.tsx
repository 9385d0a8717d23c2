import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import {
  readAnnouncementParams,
  readFilingParams,
  readIncidentParams,
  readOutboundMessageParams,
} from './params/notice-params.ts'

const incidents = createRoute({
  getParentRoute: () => app,
  path: '/incidents',
  staticData: { title: ro.titles.incidents },
  validateSearch: readIncidentParams,
  component: onlyFor(
    'incidents.read',
    lazyRouteComponent(
      loadChunk(() => import('../office/incidents/incidents-screen.tsx')),
      'IncidentsScreen',
    ),
  ),
})

const announcements = createRoute({
  getParentRoute: () => app,
  path: '/announcements',
  staticData: { title: ro.titles.announcements },
  validateSearch: readAnnouncementParams,
  component: onlyFor(
    'announcements.read',
    lazyRouteComponent(
      loadChunk(() => import('../office/announcements/announcements-screen.tsx')),
      'AnnouncementsScreen',
    ),
  ),
})

const outbox = createRoute({
  getParentRoute: () => app,
  path: '/outbox',
  staticData: { title: ro.titles.outbox },
  validateSearch: readOutboundMessageParams,
  component: onlyFor(
    'outbox.read',
    lazyRouteComponent(
      loadChunk(() => import('../office/outbox/outbox-screen.tsx')),
      'OutboxScreen',
    ),
  ),
})

const filings = createRoute({
  getParentRoute: () => app,
  path: '/outbox/filings',
  staticData: { title: ro.titles.filings },
  validateSearch: readFilingParams,
  component: onlyFor(
    'outbox.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/filings/filings-screen.tsx')),
      'FilingsScreen',
    ),
  ),
})

/** Incidents, announcements, and sent messages and filings. */
export const noticeRoutes = [incidents, announcements, outbox, filings] as const
