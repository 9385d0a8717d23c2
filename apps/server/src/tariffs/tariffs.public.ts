/** What a service of a company costs. Owns tariffs. Records no events. */
export { type NamedTariff, tariffOf } from './tariffs.store.ts'
