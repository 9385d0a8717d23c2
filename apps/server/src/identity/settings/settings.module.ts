import type { RouterConfig } from '../../platform/config/config.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { catalogueRoutes } from './catalogue.routes.ts'
import { messageTextsRoutes } from './message-texts.routes.ts'
import { settingsRoutes } from './settings.routes.ts'

export function settingsModule({ router }: { router: RouterConfig }): Module {
  return {
    name: 'settings',
    routes: (http, server) => {
      settingsRoutes(http, server, router)
      messageTextsRoutes(http, server)
      catalogueRoutes(http, server)
    },
  }
}
