import type { Module } from '../../platform/lifecycle/module.ts'
import { savedAddressesRoutes } from './saved-addresses.routes.ts'

export const savedAddressesModule: Module = { name: 'saved-addresses', routes: savedAddressesRoutes }
