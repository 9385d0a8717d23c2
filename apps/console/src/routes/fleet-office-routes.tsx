import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import { readCarParams, readDeviceParams } from './params/fleet-params.ts'
import { readImportParams } from './params/import-params.ts'
import { requireIdOrNew } from './require-id.ts'

const cars = createRoute({
  getParentRoute: () => app,
  path: '/cars',
  staticData: { title: ro.titles.cars },
  validateSearch: readCarParams,
  component: onlyFor(
    'cars.edit',
    lazyRouteComponent(
      loadChunk(() => import('../fleet/cars/cars-screen.tsx')),
      'CarsScreen',
    ),
  ),
})

const car = createRoute({
  getParentRoute: () => app,
  path: '/car/$id',
  staticData: { title: ro.titles.car },
  beforeLoad: ({ params }) => {
    requireIdOrNew(params.id)
  },
  component: onlyFor(
    'cars.edit',
    lazyRouteComponent(
      loadChunk(() => import('../fleet/cars/car-screen.tsx')),
      'CarScreen',
    ),
  ),
})

const devices = createRoute({
  getParentRoute: () => app,
  path: '/devices',
  staticData: { title: ro.titles.devices },
  validateSearch: readDeviceParams,
  component: onlyFor(
    'devices.edit',
    lazyRouteComponent(
      loadChunk(() => import('../fleet/devices/devices-screen.tsx')),
      'DevicesScreen',
    ),
  ),
})

const device = createRoute({
  getParentRoute: () => app,
  path: '/device/$id',
  staticData: { title: ro.titles.device },
  beforeLoad: ({ params }) => {
    requireIdOrNew(params.id)
  },
  component: onlyFor(
    'devices.edit',
    lazyRouteComponent(
      loadChunk(() => import('../fleet/devices/device-screen.tsx')),
      'DeviceScreen',
    ),
  ),
})

const imports = createRoute({
  getParentRoute: () => app,
  path: '/imports',
  staticData: { title: ro.titles.imports },
  validateSearch: readImportParams,
  component: onlyFor(
    'imports.run',
    lazyRouteComponent(
      loadChunk(() => import('../office/imports/imports-screen.tsx')),
      'ImportsScreen',
    ),
  ),
})

/** Cars, devices, and the import of files. */
export const fleetOfficeRoutes = [cars, car, devices, device, imports] as const
