/** Cars of a company, their papers and who drives them (GAP-01). Owns cars, driver_cars and car_photos. Records driver_status_changed. */
export { addCars, type CarOfFile, knownCars } from './cars-of-file.store.ts'
