import type { Config } from '../../platform/config/config.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { proveChangedEmail } from './prove-email.ts'
import { signUpRoutes } from './sign-up.routes.ts'

export function signUpModule({ publicPages, publicOrigins }: Pick<Config, 'publicPages' | 'publicOrigins'>): Module {
  return {
    name: 'sign-up',
    subscribe: ({ domainEvents }) => domainEvents.on('account.email_changed', proveChangedEmail),
    routes: (http, server) => signUpRoutes(http, server, { ...publicPages, publicOrigins }),
  }
}
