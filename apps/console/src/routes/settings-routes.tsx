import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { settingsTitles } from '../text/settings-titles.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import { isSettingsGroup, readChangesParams, readSettingsParams } from './params/settings-params.ts'
import { requireIdOrNew } from './require-id.ts'

const index = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  staticData: { title: settingsTitles.settings },
  component: onlyFor(
    'company_settings.edit',
    lazyRouteComponent(
      loadChunk(() => import('../identity/settings/settings-screen.tsx')),
      'SettingsScreen',
    ),
  ),
})

const group = createRoute({
  getParentRoute: () => app,
  path: '/settings/$group',
  staticData: { title: settingsTitles.settings },
  validateSearch: readSettingsParams,
  beforeLoad: ({ params }) => {
    if (!isSettingsGroup(params.group)) throw notFound()
  },
  component: onlyFor(
    'company_settings.edit',
    lazyRouteComponent(
      loadChunk(() => import('../identity/settings/group-screen.tsx')),
      'GroupScreen',
    ),
  ),
})

const services = createRoute({
  getParentRoute: () => app,
  path: '/settings/services',
  staticData: { title: settingsTitles.services },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'services.edit',
    lazyRouteComponent(
      loadChunk(() => import('../identity/settings/services-screen.tsx')),
      'ServicesScreen',
    ),
  ),
})

const tariffs = createRoute({
  getParentRoute: () => app,
  path: '/settings/tariffs',
  staticData: { title: settingsTitles.tariffs },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'tariffs.edit',
    lazyRouteComponent(
      loadChunk(() => import('../orders/tariffs/tariffs-screen.tsx')),
      'TariffsScreen',
    ),
  ),
})

const tariff = createRoute({
  getParentRoute: () => app,
  path: '/settings/tariffs/$id',
  staticData: { title: settingsTitles.tariff },
  validateSearch: readSettingsParams,
  beforeLoad: ({ params }) => {
    requireIdOrNew(params.id)
  },
  component: onlyFor(
    'tariffs.edit',
    lazyRouteComponent(
      loadChunk(() => import('../orders/tariffs/tariff-screen.tsx')),
      'TariffScreen',
    ),
  ),
})

const telephone = createRoute({
  getParentRoute: () => app,
  path: '/settings/telephone',
  staticData: { title: settingsTitles.telephone },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'telephone.administer',
    lazyRouteComponent(
      loadChunk(() => import('../telephony/settings/telephone-screen.tsx')),
      'TelephoneScreen',
    ),
  ),
})

const texts = createRoute({
  getParentRoute: () => app,
  path: '/settings/texts',
  staticData: { title: settingsTitles.texts },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'company_settings.edit',
    lazyRouteComponent(
      loadChunk(() => import('../office/message-texts/texts-screen.tsx')),
      'TextsScreen',
    ),
  ),
})

const text = createRoute({
  getParentRoute: () => app,
  path: '/settings/texts/$key',
  staticData: { title: settingsTitles.texts },
  validateSearch: readSettingsParams,
  component: onlyFor(
    'company_settings.edit',
    lazyRouteComponent(
      loadChunk(() => import('../office/message-texts/text-screen.tsx')),
      'TextScreen',
    ),
  ),
})

const changes = createRoute({
  getParentRoute: () => app,
  path: '/settings/changes',
  staticData: { title: settingsTitles.changes },
  validateSearch: readChangesParams,
  component: onlyFor(
    'changes.read',
    lazyRouteComponent(
      loadChunk(() => import('../office/audit/changes-screen.tsx')),
      'ChangesScreen',
    ),
  ),
})

/** Settings of a company. */
export const settingsRoutes = [index, services, tariffs, tariff, telephone, texts, text, changes, group] as const
