import type { Permission } from '@dispecerat/domain/permissions'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { readCarSearch, readDeviceSearch } from '../parts/fleet-search.ts'
import { readImportSearch } from '../parts/import-search.ts'
import { ro } from '../text/ro.ts'
import { loadZone } from '../ui/load-zone.ts'
import { app } from './app-route.tsx'

/** A page that is not for this person is no page. */
function requireWord(word: Permission): void {
  const { user } = useSession.getState()
  if (user && !user.permissions.includes(word)) throw notFound()
}

function requireId(id: string): void {
  if (id !== 'new' && !/^\d{1,15}$/.test(id)) throw notFound()
}

const cars = createRoute({
  getParentRoute: () => app,
  path: '/cars',
  staticData: { title: ro.titles.cars },
  validateSearch: readCarSearch,
  beforeLoad: () => requireWord('cars.edit'),
  component: lazyRouteComponent(
    loadZone(() => import('../screens/cars/cars-screen.tsx')),
    'CarsScreen',
  ),
})

const car = createRoute({
  getParentRoute: () => app,
  path: '/car/$id',
  staticData: { title: ro.titles.car },
  beforeLoad: ({ params }) => {
    requireWord('cars.edit')
    requireId(params.id)
  },
  component: lazyRouteComponent(
    loadZone(() => import('../screens/cars/car-screen.tsx')),
    'CarScreen',
  ),
})

const devices = createRoute({
  getParentRoute: () => app,
  path: '/devices',
  staticData: { title: ro.titles.devices },
  validateSearch: readDeviceSearch,
  beforeLoad: () => requireWord('devices.edit'),
  component: lazyRouteComponent(
    loadZone(() => import('../screens/devices/devices-screen.tsx')),
    'DevicesScreen',
  ),
})

const device = createRoute({
  getParentRoute: () => app,
  path: '/device/$id',
  staticData: { title: ro.titles.device },
  beforeLoad: ({ params }) => {
    requireWord('devices.edit')
    requireId(params.id)
  },
  component: lazyRouteComponent(
    loadZone(() => import('../screens/devices/device-screen.tsx')),
    'DeviceScreen',
  ),
})

const imports = createRoute({
  getParentRoute: () => app,
  path: '/imports',
  staticData: { title: ro.titles.imports },
  validateSearch: readImportSearch,
  beforeLoad: () => requireWord('imports.run'),
  component: lazyRouteComponent(
    loadZone(() => import('../screens/imports/imports-screen.tsx')),
    'ImportsScreen',
  ),
})

/** Cars, devices, and the files they come in from. */
export const fleetOfficeRoutes = [cars, car, devices, device, imports] as const
