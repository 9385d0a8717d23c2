import type { Module } from '../../platform/lifecycle/module.ts'
import { devicesRoutes } from './devices.routes.ts'

export const devicesModule: Module = { name: 'devices', routes: devicesRoutes }
