/** Tariffs of a company's services. Owns tariffs. Records no events. */
export { type NamedTariff, tariffOf } from './tariffs.store.ts'
