/**
 * Cars of a company, their documents and drivers. Owns cars, driver_cars and car_photos. Records driver_status_changed and cars_changed.
 */
export { type CarNamed, linkNewDrivers, type NamedCars, namedCars } from './cars-named.store.ts'
export { addCars, type CarOfFile, knownCars } from './cars-of-file.store.ts'
export { carsChanged } from './emit-cars-changed.ts'
