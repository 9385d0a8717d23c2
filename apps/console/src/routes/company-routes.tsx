import type { Permission } from '@dispecerat/domain/permissions'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { readCompaniesSearch, readFirstStepSearch } from '../parts/company-search.ts'
import { readSettingsSearch } from '../parts/settings-search.ts'
import { ro } from '../text/ro.ts'
import { loadZone } from '../ui/load-zone.ts'
import { app } from './app-route.tsx'
import { inSettings } from './in-settings.tsx'

/** A page that is not for this person is no page. */
function requireWord(word: Permission): void {
  const { user } = useSession.getState()
  if (user && !user.permissions.includes(word)) throw notFound()
}

const companies = createRoute({
  getParentRoute: () => app,
  path: '/companies',
  staticData: { title: ro.titles.companies },
  validateSearch: readCompaniesSearch,
  beforeLoad: () => requireWord('companies.administer'),
  component: lazyRouteComponent(
    loadZone(() => import('../screens/company-admin/companies-screen.tsx')),
    'CompaniesScreen',
  ),
})

const profile = createRoute({
  getParentRoute: () => app,
  path: '/settings/company',
  staticData: { title: ro.titles.companyProfile },
  validateSearch: readSettingsSearch,
  beforeLoad: () => requireWord('company_settings.edit'),
  component: inSettings(
    '/settings/company',
    lazyRouteComponent(
      loadZone(() => import('../screens/company-admin/company-screen.tsx')),
      'CompanyScreen',
    ),
  ),
})

const firstSteps = createRoute({
  getParentRoute: () => app,
  path: '/first-steps',
  staticData: { title: ro.titles.firstSteps },
  validateSearch: readFirstStepSearch,
  beforeLoad: () => requireWord('company_settings.edit'),
  component: lazyRouteComponent(
    loadZone(() => import('../screens/first-steps/first-steps-screen.tsx')),
    'FirstStepsScreen',
  ),
})

const partners = createRoute({
  getParentRoute: () => app,
  path: '/settings/partners',
  staticData: { title: ro.titles.partners },
  validateSearch: readSettingsSearch,
  beforeLoad: () => requireWord('company_settings.edit'),
  component: inSettings(
    '/settings/partners',
    lazyRouteComponent(
      loadZone(() => import('../screens/company-admin/partners-screen.tsx')),
      'PartnersScreen',
    ),
  ),
})

const permissions = createRoute({
  getParentRoute: () => app,
  path: '/settings/permissions',
  staticData: { title: ro.titles.permissions },
  validateSearch: readSettingsSearch,
  beforeLoad: () => requireWord('company_settings.edit'),
  component: inSettings(
    '/settings/permissions',
    lazyRouteComponent(
      loadZone(() => import('../screens/company-admin/permissions-screen.tsx')),
      'PermissionsScreen',
    ),
  ),
})

/** What a company is, its beginnings, and the list of companies. */
export const companyRoutes = [companies, profile, partners, permissions, firstSteps] as const
