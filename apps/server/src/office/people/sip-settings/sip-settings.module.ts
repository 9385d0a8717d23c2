import type { Config } from '../../../platform/config/config.ts'
import type { Module } from '../../../platform/lifecycle/module.ts'
import { accountKindsOf } from '../../../telephony/calls/calls.public.ts'
import { userMetaRoutes } from './user-meta.routes.ts'

export function sipSettingsModule(config: Pick<Config, 'demo' | 'telephony' | 'sipDomain' | 'ice'>): Module {
  const phones = config.telephony.kind === 'off' ? null : { ...config, accountKinds: accountKindsOf(config) }
  return { name: 'sip-settings', routes: (http, server) => userMetaRoutes(http, server, phones) }
}
