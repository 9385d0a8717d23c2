import { driverReportsRoutes } from './office/driver-reports/driver-reports.routes.ts'
import type { Config } from './platform/config/config.ts'
import type { Module } from './platform/lifecycle/module.ts'
import { contentRoutes } from './site/content/content.routes.ts'
import { subscribeAccounts } from './site/sign-up/sign-up.public.ts'
import { signUpRoutes } from './site/sign-up/sign-up.routes.ts'

/** Modules for pages and forms without an account, and their editing. */
export function pageModules({ publicPages, publicOrigins }: Pick<Config, 'publicPages' | 'publicOrigins'>): Module[] {
  return [
    { routes: contentRoutes },
    { routes: driverReportsRoutes },
    {
      subscribe: subscribeAccounts,
      routes: (http, server) => signUpRoutes(http, server, { ...publicPages, publicOrigins }),
    },
  ]
}
