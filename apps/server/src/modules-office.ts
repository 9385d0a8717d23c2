import path from 'node:path'
import { startFinanceJobs, startPaymentRuns, subscribeFares } from './billing/finance/finance.jobs.ts'
import { financeRoutes } from './billing/finance/finance.routes.ts'
import { startProtocolJobs } from './billing/protocol/protocol.jobs.ts'
import { protocolRoutes } from './billing/protocol/protocol.routes.ts'
import { carsRoutes } from './fleet/cars/cars.routes.ts'
import { devicesRoutes } from './fleet/devices/devices.routes.ts'
import type { Fleet } from './fleet/fleet.public.ts'
import { savedAddressesRoutes } from './geography/saved-addresses/saved-addresses.routes.ts'
import { startAccountsJobs } from './identity/accounts/accounts.jobs.ts'
import { companiesRoutes } from './identity/companies/companies.routes.ts'
import { companyAdminRoutes } from './identity/companies/company-admin.routes.ts'
import { partnersRoutes } from './identity/partners/partners.routes.ts'
import { catalogueRoutes } from './identity/settings/catalogue.routes.ts'
import { messageTextsRoutes } from './identity/settings/message-texts.routes.ts'
import { settingsRoutes } from './identity/settings/settings.routes.ts'
import { startDocumentsJobs } from './office/documents/documents.jobs.ts'
import { startImportJobs } from './office/imports/imports.jobs.ts'
import { importsRoutes } from './office/imports/imports.routes.ts'
import { peopleRoutes } from './office/people/people.routes.ts'
import { userPhotosRoutes } from './office/people/photos/user-photos.routes.ts'
import { usersRoutes } from './office/people/users.routes.ts'
import { accountOrdersRoutes } from './orders/account-orders.routes.ts'
import { discountsRoutes } from './orders/discounts/discounts.routes.ts'
import { ratingsRoutes } from './orders/ratings/ratings.routes.ts'
import { tariffsRoutes } from './orders/tariffs/tariffs.routes.ts'
import { auditRoutes } from './platform/audit/audit.routes.ts'
import type { Config } from './platform/config/config.ts'
import { startExportJobs } from './platform/exports/exports.jobs.ts'
import { exportsRoutes } from './platform/exports/exports.routes.ts'
import type { Module } from './platform/lifecycle/module.ts'

/** Modules for administration: companies, people, cars, fares, finance, and the audit log. */
export function officeModules({ publicOrigins, router, dataDir }: Config, fleet: Fleet): Module[] {
  const exportsFolder = path.join(dataDir, 'exports')
  return [
    {
      routes: (http, server) => exportsRoutes(http, server, exportsFolder),
      startJobs: (server) => startExportJobs(server, exportsFolder),
      isHousekeeping: true,
    },
    { routes: savedAddressesRoutes },
    { routes: accountOrdersRoutes },
    { startJobs: startAccountsJobs, isHousekeeping: true },
    { routes: auditRoutes },
    { routes: companiesRoutes },
    { routes: companyAdminRoutes },
    { routes: (http, server) => partnersRoutes(http, server, publicOrigins) },
    { routes: (http, server) => settingsRoutes(http, server, router) },
    { routes: messageTextsRoutes },
    { routes: catalogueRoutes },
    {
      routes: (http, server) => {
        usersRoutes(http, server)
        peopleRoutes(http, server, fleet, publicOrigins)
        userPhotosRoutes(http, server)
      },
    },
    { routes: carsRoutes },
    { routes: devicesRoutes },
    { routes: (http, server) => importsRoutes(http, server, publicOrigins), startJobs: startImportJobs },
    { routes: tariffsRoutes },
    { routes: discountsRoutes },
    { routes: ratingsRoutes },
    { routes: protocolRoutes },
    { startJobs: startProtocolJobs, isHousekeeping: true },
    { startJobs: startDocumentsJobs, isHousekeeping: true },
    { subscribe: subscribeFares, routes: financeRoutes, startJobs: startPaymentRuns },
    { startJobs: startFinanceJobs, isHousekeeping: true },
  ]
}
