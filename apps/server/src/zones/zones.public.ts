/**
 * A company's parts of the city and its taxi stands. Owns polygons and stands. Records no events.
 */
export { companyOfZone, zoneNames } from './zones.views.ts'
