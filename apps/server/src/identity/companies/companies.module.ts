import type { Module } from '../../platform/lifecycle/module.ts'
import { companiesRoutes } from './companies.routes.ts'
import { companyAdminRoutes } from './company-admin.routes.ts'

export const companiesModule: Module = {
  name: 'companies',
  routes: (http, server, realtime) => {
    companiesRoutes(http, server)
    companyAdminRoutes(http, server, realtime)
  },
}
