import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { RULES } from '../shared/user/screen-reach.ts'
import { ro } from '../text/ro.ts'
import { later } from '../ui/later.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { inSettings } from './in-settings.tsx'
import { onlyFor } from './only-for.tsx'
import { readZonesParams } from './params/operator-params.ts'

const account = createRoute({
  getParentRoute: () => app,
  path: '/settings/account',
  staticData: { title: ro.titles.account },
  component: inSettings('/settings/account', lazyRouteComponent(loadChunk(loadAccountScreen), 'AccountScreen')),
})

const builder = createRoute({
  getParentRoute: () => app,
  path: '/builder',
  staticData: { title: ro.titles.builder },
  component: onlyFor(
    RULES,
    lazyRouteComponent(
      loadChunk(() => import('../dispatch/search-rules/builder-screen.tsx')),
      'BuilderScreen',
    ),
  ),
})

const zones = createRoute({
  getParentRoute: () => app,
  path: '/settings/polygons',
  staticData: { title: ro.titles.zones },
  validateSearch: readZonesParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../geography/zones/zones-screen.tsx')),
    'ZonesScreen',
  ),
})

const simulator = createRoute({
  getParentRoute: () => app,
  path: '/simulator',
  staticData: { title: ro.titles.simulator },
  component: lazyRouteComponent(
    loadChunk(() => import('../demo/simulator/simulator-screen.tsx')),
    'SimulatorScreen',
  ),
})

const simulatorCallers = createRoute({
  getParentRoute: () => app,
  path: '/simulator/callers',
  staticData: { title: ro.titles.simulatorCallers },
  component: lazyRouteComponent(
    loadChunk(() => import('../demo/pretend-callers/callers-screen.tsx')),
    'CallersScreen',
  ),
})

async function loadAccountScreen() {
  const { AccountScreen } = await import('../identity/account/account-screen.tsx')
  const RingChoices = later(() => import('../telephony/ring/ring-panel.tsx').then((m) => m.RingChoices))
  return { AccountScreen: () => <AccountScreen ringChoices={<RingChoices />} /> }
}

/** Rules, zones, the user's account, the simulator. */
export const administrationRoutes = [account, builder, zones, simulator, simulatorCallers] as const
