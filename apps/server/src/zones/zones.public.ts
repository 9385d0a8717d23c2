/**
 * A company’s parts of the city: their outlines, names and colours. Owns polygons, polygon_changes. Records
 * polygons_changed, tells zones.drawn_anew.
 */
export { companyOfZone, zoneNames, zonesOfCompany } from './zones.views.ts'
