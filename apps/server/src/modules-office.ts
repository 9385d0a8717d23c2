import path from 'node:path'
import { startAccountsJobs } from './accounts/accounts.jobs.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { carsRoutes } from './cars/cars.routes.ts'
import { companiesRoutes } from './companies/companies.routes.ts'
import { companyAdminRoutes } from './companies/company-admin.routes.ts'
import { partnersRoutes } from './companies/partners.routes.ts'
import type { Config } from './config.ts'
import { devicesRoutes } from './devices/devices.routes.ts'
import { discountsRoutes } from './discounts/discounts.routes.ts'
import { startDocumentsJobs } from './documents/documents.jobs.ts'
import { startExportJobs } from './exports/exports.jobs.ts'
import { exportsRoutes } from './exports/exports.routes.ts'
import { startFinanceJobs, startPaymentRuns, subscribeFares } from './finance/finance.jobs.ts'
import { financeRoutes } from './finance/finance.routes.ts'
import type { Fleet } from './fleet/fleet.public.ts'
import { startImportJobs } from './imports/imports.jobs.ts'
import { importsRoutes } from './imports/imports.routes.ts'
import type { Module } from './modules.ts'
import { accountOrdersRoutes } from './orders/account-orders.routes.ts'
import { startProtocolJobs } from './protocol/protocol.jobs.ts'
import { protocolRoutes } from './protocol/protocol.routes.ts'
import { ratingsRoutes } from './ratings/ratings.routes.ts'
import { savedAddressesRoutes } from './saved-addresses/saved-addresses.routes.ts'
import { catalogueRoutes } from './settings/catalogue.routes.ts'
import { messageTextsRoutes } from './settings/message-texts.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { tariffsRoutes } from './tariffs/tariffs.routes.ts'
import { peopleRoutes } from './users/people.routes.ts'
import { userPhotosRoutes } from './users/user-photos.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

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
