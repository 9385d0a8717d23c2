import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadZone } from '../ui/load-zone.ts'
import { root } from './app-route.tsx'

const enrollScreen = () =>
  lazyRouteComponent(
    loadZone(() => import('../screens/public/enroll-screen.tsx')),
    'EnrollScreen',
  )
const loadPages = loadZone(() => import('../screens/public/page-screen.tsx'))
const loadDocumentation = loadZone(() => import('../screens/public/documentation-screen.tsx'))
const loadApp = loadZone(() => import('../screens/public/app-screens.tsx'))

/** The sign-up for everybody, who is logged in too (C-76). */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: ro.titles.enroll },
  component: enrollScreen(),
})

const enroll = createRoute({
  getParentRoute: () => root,
  path: '/business/enroll',
  staticData: { title: ro.titles.enroll },
  component: enrollScreen(),
})

const page = createRoute({
  getParentRoute: () => root,
  path: '/page/$url',
  staticData: { title: ro.titles.page },
  component: lazyRouteComponent(loadPages, 'PageScreen'),
})

const driverPrivacy = createRoute({
  getParentRoute: () => root,
  path: '/driver/privacy',
  staticData: { title: ro.titles.page },
  component: lazyRouteComponent(loadPages, 'DriverPrivacyScreen'),
})

const documentation = createRoute({
  getParentRoute: () => root,
  path: '/documentation',
  staticData: { title: ro.titles.documentation },
  component: lazyRouteComponent(loadDocumentation, 'DocumentationIndex'),
})

const documentationPage = createRoute({
  getParentRoute: () => root,
  path: '/documentation/$url',
  staticData: { title: ro.titles.documentation },
  component: lazyRouteComponent(loadDocumentation, 'DocumentationScreen'),
})

const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs/$url',
  staticData: { title: ro.titles.documentation },
  component: lazyRouteComponent(
    loadZone(() => import('../screens/public/docs-screen.tsx')),
    'DocsScreen',
  ),
})

/** Keeps /app apart from the frame of who is logged in, whose id is app. */
const site = createRoute({ getParentRoute: () => root, id: 'site' })

const driversApp = createRoute({
  getParentRoute: () => site,
  path: '/app',
  staticData: { title: ro.titles.driversApp },
  component: lazyRouteComponent(loadApp, 'AppScreen'),
})

const download = createRoute({
  getParentRoute: () => root,
  path: '/download',
  staticData: { title: ro.titles.driversApp },
  component: lazyRouteComponent(loadApp, 'DownloadScreen'),
})

const pro = createRoute({
  getParentRoute: () => root,
  path: '/pro',
  staticData: { title: ro.titles.driversApp },
  component: lazyRouteComponent(loadApp, 'ProScreen'),
})

const driverReport = createRoute({
  getParentRoute: () => root,
  path: '/driver/reports',
  staticData: { title: ro.titles.tripsReport },
  component: lazyRouteComponent(
    loadZone(() => import('../screens/public/driver-report-screen.tsx')),
    'DriverReportScreen',
  ),
})

/** Links of before: the token leaves the address that the browser keeps. */
const driverReportOfBefore = createRoute({
  getParentRoute: () => root,
  path: '/driver/reports/$token',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/driver/reports', hash: params.token, replace: true })
  },
})

/** What everybody reads, without an account. */
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
  driverReportOfBefore,
] as const
