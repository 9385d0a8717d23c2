import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { peopleRoutes } from './people.routes.ts'
import { userPhotosRoutes } from './photos/user-photos.routes.ts'
import { usersRoutes } from './users.routes.ts'

interface PeopleParts {
  fleet: Fleet
  publicOrigins: readonly string[]
}

export function peopleModule({ fleet, publicOrigins }: PeopleParts): Module {
  return {
    name: 'people',
    routes: (http, server) => {
      usersRoutes(http, server)
      peopleRoutes(http, server, fleet, publicOrigins)
      userPhotosRoutes(http, server)
    },
  }
}
