import { createRouter } from '@tanstack/react-router'
import { administrationRoutes } from './routes/administration-routes.tsx'
import { app, root } from './routes/app-route.tsx'
import { companyRoutes } from './routes/company-routes.tsx'
import { contentAdminRoutes } from './routes/content-routes.tsx'
import { discountRoutes } from './routes/discount-routes.tsx'
import { financeRoutes } from './routes/finance-routes.tsx'
import { fleetOfficeRoutes } from './routes/fleet-office-routes.tsx'
import { noticeRoutes } from './routes/notice-routes.tsx'
import { passwordRoutes, peopleRoutes } from './routes/people-routes.tsx'
import { protocolRoutes } from './routes/protocol-routes.tsx'
import { publicRoutes } from './routes/public-routes.tsx'
import { reportRoutes } from './routes/report-routes.tsx'
import type { Title } from './routes/root.tsx'
import { settingsRoutes } from './routes/settings-routes.tsx'
import { siteRoutes } from './routes/site-routes.tsx'
import { workspaceRoutes } from './routes/workspace-routes.tsx'
import { ChunkFailed } from './ui/chunk-failed.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: Title
  }
  interface Register {
    router: typeof router
  }
}

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicRoutes,
    ...passwordRoutes,
    ...siteRoutes,
    app.addChildren([
      ...reportRoutes,
      ...administrationRoutes,
      ...contentAdminRoutes,
      ...companyRoutes,
      ...peopleRoutes,
      ...noticeRoutes,
      ...financeRoutes,
      ...discountRoutes,
      ...protocolRoutes,
      ...fleetOfficeRoutes,
      ...settingsRoutes,
      ...workspaceRoutes,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultErrorComponent: ChunkFailed,
  scrollRestoration: false,
})
