import type { Config } from './config.ts'
import { contentRoutes } from './content/content.routes.ts'
import { driverReportsRoutes } from './driver-reports/driver-reports.routes.ts'
import type { Module } from './modules.ts'
import { subscribeAccounts } from './sign-up/sign-up.public.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'

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
