import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { root } from './app-route.tsx'

/** A page outside of the frame. Its path stays a literal type, against which links are checked. */
function publicRoute<const Path extends string>(path: Path, title: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, staticData: { title }, component })
}

const enrollScreen = lazyRouteComponent(
  loadChunk(() => import('../site/public/enroll-screen.tsx')),
  'EnrollScreen',
)
const loadPages = loadChunk(() => import('../site/public/page-screen.tsx'))
const loadDocumentation = loadChunk(() => import('../site/public/documentation-screen.tsx'))
const loadApp = loadChunk(() => import('../site/public/app-screens.tsx'))

/** The registration, open to everybody, including logged-in users. */
const index = publicRoute('/', ro.titles.enroll, enrollScreen)

const enroll = publicRoute('/business/enroll', ro.titles.enroll, enrollScreen)

const page = publicRoute('/page/$url', ro.titles.page, lazyRouteComponent(loadPages, 'PageScreen'))

const driverPrivacy = publicRoute(
  '/driver/privacy',
  ro.titles.page,
  lazyRouteComponent(loadPages, 'DriverPrivacyScreen'),
)

const documentation = publicRoute(
  '/documentation',
  ro.titles.documentation,
  lazyRouteComponent(loadDocumentation, 'DocumentationIndex'),
)

const documentationPage = publicRoute(
  '/documentation/$url',
  ro.titles.documentation,
  lazyRouteComponent(loadDocumentation, 'DocumentationScreen'),
)

const docs = publicRoute(
  '/docs/$url',
  ro.titles.documentation,
  lazyRouteComponent(
    loadChunk(() => import('../site/public/docs-screen.tsx')),
    'DocsScreen',
  ),
)

/** Distinguishes /app from the frame of logged-in users, whose id is app. */
const site = createRoute({ getParentRoute: () => root, id: 'site' })

const driversApp = createRoute({
  getParentRoute: () => site,
  path: '/app',
  staticData: { title: ro.titles.driversApp },
  component: lazyRouteComponent(loadApp, 'AppScreen'),
})

const download = publicRoute('/download', ro.titles.driversApp, lazyRouteComponent(loadApp, 'DownloadScreen'))

const pro = publicRoute('/pro', ro.titles.driversApp, lazyRouteComponent(loadApp, 'ProScreen'))

const driverReport = publicRoute(
  '/driver/reports/{-$token}',
  ro.titles.tripsReport,
  lazyRouteComponent(
    loadChunk(() => import('../site/public/driver-report-screen.tsx')),
    'DriverReportScreen',
  ),
)

/** Public pages, without an account. */
export const siteRoutes = [
  index,
  enroll,
  page,
  driverPrivacy,
  documentation,
  documentationPage,
  docs,
  site.addChildren([driversApp]),
  download,
  pro,
  driverReport,
] as const
