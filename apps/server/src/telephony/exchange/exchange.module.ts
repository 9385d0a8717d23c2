import type { Module } from '../../platform/lifecycle/module.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { ExchangeHosts } from './exchange-hosts.ts'

export function exchangeHostsModule({ server }: { server: Server }): Module {
  const hosts = new ExchangeHosts(server)
  return {
    name: 'exchange-hosts',
    subscribe: () => hosts.loadIfPossible(),
    startJobs: () => hosts.start(),
    connectsTo: () => hosts.origins,
  }
}
