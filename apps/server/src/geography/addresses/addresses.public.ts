/*
 * Address search for every form: the company's own places, then the geocoder. Owns internal_places. Records no events.
 */
export { type AddressServer, searchAddresses } from './address-search.ts'
