/** What a service of a company costs (GAP-48). Owns tariffs. Records no events. */
export { type NamedTariff, tariffOf } from './tariffs.store.ts'
