import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { inSettings } from './in-settings.tsx'
import { onlyFor } from './only-for.tsx'
import { readCompaniesParams, readFirstStepParams } from './params/company-params.ts'
import { readSettingsParams } from './params/settings-params.ts'

const companies = createRoute({
  getParentRoute: () => app,
  path: '/companies',
  staticData: { title: ro.titles.companies },
  validateSearch: readCompaniesParams,
  component: onlyFor(
    'companies.administer',
    lazyRouteComponent(
      loadChunk(() => import('../identity/companies/companies-screen.tsx')),
      'CompaniesScreen',
    ),
  ),
})

const profile = createRoute({
  getParentRoute: () => app,
  path: '/settings/company',
  staticData: { title: ro.titles.companyProfile },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'company_settings.edit',
    inSettings(
      '/settings/company',
      lazyRouteComponent(
        loadChunk(() => import('../identity/companies/company-screen.tsx')),
        'CompanyScreen',
      ),
    ),
  ),
})

const firstSteps = createRoute({
  getParentRoute: () => app,
  path: '/first-steps',
  staticData: { title: ro.titles.firstSteps },
  validateSearch: readFirstStepParams,
  component: onlyFor(
    'company_settings.edit',
    lazyRouteComponent(
      loadChunk(() => import('../identity/first-steps/first-steps-screen.tsx')),
      'FirstStepsScreen',
    ),
  ),
})

const partners = createRoute({
  getParentRoute: () => app,
  path: '/settings/partners',
  staticData: { title: ro.titles.partners },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'company_settings.edit',
    inSettings(
      '/settings/partners',
      lazyRouteComponent(
        loadChunk(() => import('../identity/companies/partners-screen.tsx')),
        'PartnersScreen',
      ),
    ),
  ),
})

const permissions = createRoute({
  getParentRoute: () => app,
  path: '/settings/permissions',
  staticData: { title: ro.titles.permissions },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'company_settings.edit',
    inSettings(
      '/settings/permissions',
      lazyRouteComponent(
        loadChunk(() => import('../identity/companies/permissions-screen.tsx')),
        'PermissionsScreen',
      ),
    ),
  ),
})

/** The companies, the company's profile, its partners and permissions, and the first steps. */
export const companyRoutes = [companies, profile, partners, permissions, firstSteps] as const
